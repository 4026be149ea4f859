import type { Claim, ClaimRequest } from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import { type ChannelLink, channelKey, parseChannelUrl } from "#features/youtube/channel-url.ts";
import { problem } from "#http/problems.ts";
import { newId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { newClaimCode } from "./claim-code.ts";
import { submitClaim } from "./claim-queries.ts";
import { findChannelOwner } from "./creator-queries.ts";
import { REVIEW_REASONS, type ReviewReason } from "./describe-claim.ts";
import {
	consumeLookupQuota,
	openChannelLookups,
	type Resolution,
	resolveChannel,
} from "./resolve-channel.ts";

/** Stores a member's claim that a channel is theirs. Repeating it returns the open claim. */
export async function claimChannel(
	context: Context,
	{ member_id, ...request }: ClaimRequest & { member_id: MemberId },
): Promise<{ created: boolean; claim: Claim }> {
	const url = request.url ?? "";
	const parsed = parseChannelUrl(url);
	if (!parsed.ok) throw problem("invalid_url", { values: { reason: parsed.message } });
	await consumeLookupQuota(context, member_id);
	const lookups = openChannelLookups(context);
	const resolution = await resolveChannel(lookups, parsed.link);
	if (resolution.kind === "missing") throw problem(`${resolution.what}_not_found/youtube`);
	const review = await findReviewReason(context, resolution, {
		member_id,
		can_read: lookups.channels !== null,
	});
	return submitClaim(context.db.primary, {
		id: newId(),
		user_id: member_id,
		url: url.trim(),
		...subject(parsed.link, resolution),
		comments: request.comments || null,
		verification_code: newClaimCode(),
		verification_method: review ? "team_review" : "channel_description",
		reason: review && REVIEW_REASONS[review],
		submitted_at: context.now().toISOString(),
	});
}

type Known = Exclude<Resolution, { kind: "missing" }>;

function subject(link: ChannelLink, resolution: Known) {
	const channel_id = resolution.kind === "found" ? resolution.channel_id : null;
	return {
		channel_id,
		channel_key: channel_id ?? channelKey(link),
		channel_name: resolution.channel_name,
	};
}

/**
 * Why the code alone cannot verify the claim; null if it can. `can_read`: whether channel
 * descriptions can be read.
 */
async function findReviewReason(
	{ db }: Context,
	resolution: Known,
	{ member_id, can_read }: { member_id: MemberId; can_read: boolean },
): Promise<ReviewReason | null> {
	if (resolution.kind === "unresolved") return resolution.reason;
	const owner = await findChannelOwner(db.primary, resolution.channel_id);
	if (owner !== null && owner !== member_id) return "owned";
	return can_read ? null : "cannot_read";
}
