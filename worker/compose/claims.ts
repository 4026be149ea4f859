import type { ClaimStatus } from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import { youtubeSources } from "#features/captions/sources.ts";
import {
	findClaim,
	findReviewClaim,
	listClaims,
	listReviewClaims,
	nameChannel,
	sendToReview,
	submitClaim,
} from "#features/channels/claim-queries.ts";
import {
	findChannelOwner,
	findStoredChannel,
	findStoredName,
	listCreators,
} from "#features/channels/creator-queries.ts";
import {
	rejectClaim,
	verifyClaim,
} from "#features/channels/decision-queries.ts";
import type { ChannelLookups } from "#features/channels/resolve-channel.ts";
import { newClaimCode } from "#features/channels/submit-claim.ts";
import { createChannelSource } from "#features/youtube/channels.ts";
import { readMetadata } from "#features/youtube/metadata.ts";
import { newId } from "#identity/tokens.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { Claims } from "#use-cases/claims.ts";
import { HOUR_MS } from "#worker/durations.ts";
import type { Base } from "./base.ts";

/** Each submission and each look for a code may cost units of the site's daily key. */
const LOOKUPS_AN_HOUR = 60;

export function composeClaims(base: Base) {
	const { db, view, now } = base;
	return {
		lookups: composeLookups(base),
		quota: (member_id) =>
			base.quota(`claims:${member_id}`, LOOKUPS_AN_HOUR, HOUR_MS).take(),
		newId,
		newCode: newClaimCode,
		now,
		ownerOf: (channel_id) => findChannelOwner(db, channel_id),
		submit: (claim) => submitClaim(db, claim),
		find: (claim_id) => findClaim(db, claim_id),
		findForReview: (claim_id) => findReviewClaim(db, claim_id),
		sendToReview: (claim_id, reason) => sendToReview(db, claim_id, reason),
		nameChannel: (claim_id, channel) => nameChannel(db, claim_id, channel),
		verify: (decision) =>
			verifyClaim(db, { ...decision, creator_id: newId(), now: now() }),
		reject: (decision) => rejectClaim(db, { ...decision, now: now() }),
		list: (member_id: MemberId, cursor: string | null, limit: number) =>
			listClaims(db, member_id, { cursor, limit }),
		creators: (member_id: MemberId) => listCreators(db, member_id, view),
		queue: (status: ClaimStatus, cursor: string | null, limit: number) =>
			listReviewClaims(db, { status, cursor, limit }),
	} satisfies Claims & Record<string, unknown>;
}

function composeLookups({ settings, db, view }: Base): ChannelLookups {
	const { YOUTUBE_API_KEY: key, YOUTUBE_API_BASE_URL } = settings;
	const gate = createOutboundGate({});
	return {
		channels: key ? createChannelSource(gate, YOUTUBE_API_BASE_URL, key) : null,
		readVideo: (video_id) =>
			readMetadata(youtubeSources(settings, gate, Date.now).metadata, video_id),
		storedChannelOf: (video_id) => findStoredChannel(db, video_id, view),
		storedNameOf: (channel_id) => findStoredName(db, channel_id, view),
	};
}
