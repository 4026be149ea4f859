import { randomInt } from "node:crypto";
import type { Claim, ClaimRequest } from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import {
	type ChannelLink,
	channelKey,
	parseChannelUrl,
} from "#features/youtube/channel-url.ts";
import { badInput } from "#http/problems.ts";
import type { Claims } from "#use-cases/claims.ts";
import { tooManyClaims, unknownOnPlatform } from "./problems.ts";
import { type Resolution, resolveChannel } from "./resolve-channel.ts";
import { REVIEW_REASONS, type ReviewReason } from "./verify-claim.ts";

/**
 * Notes a member's word that a channel is theirs. Who says so twice gets the
 * claim that is open already.
 */
export async function submitClaim(
	claims: Claims,
	{ member_id, ...request }: ClaimRequest & { member_id: MemberId },
): Promise<{ created: boolean; claim: Claim }> {
	const url = request.url ?? "";
	const parsed = parseChannelUrl(url);
	if (!parsed.ok) throw badInput("invalid_url", parsed.message);
	const granted = await claims.quota(member_id);
	if (!granted.ok) throw tooManyClaims(granted.retry_after_s);
	const resolution = await resolveChannel(claims.lookups, parsed.link);
	if (resolution.kind === "missing") throw unknownOnPlatform(resolution.what);
	const review = await reviewReason(claims, resolution, member_id);
	return claims.submit({
		id: claims.newId(),
		user_id: member_id,
		url: url.trim(),
		...subject(parsed.link, resolution),
		comments: request.comments || null,
		verification_code: claims.newCode(),
		verification_method: review ? "team_review" : "channel_description",
		reason: review && REVIEW_REASONS[review],
		submitted_at: claims.now(),
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

/** Why the code alone cannot decide; null where it can. */
async function reviewReason(
	claims: Claims,
	resolution: Known,
	member_id: MemberId,
): Promise<ReviewReason | null> {
	if (resolution.kind === "unresolved") return resolution.reason;
	const owner = await claims.ownerOf(resolution.channel_id);
	if (owner !== null && owner !== member_id) return "owned";
	return claims.lookups.channels ? null : "cannot_read";
}

/** No vowels, so that no word comes of it; no 0 and 1, which pass for letters. */
const ALPHABET = "BCDFGHJKMNPQRSTVWXYZ23456789";
/** 28^6 are 480 million: nobody finds another member's by trying. */
const LENGTH = 6;

/** Short enough to be typed into a channel's description from a phone. */
export function newClaimCode(): string {
	const letters = Array.from(
		{ length: LENGTH },
		() => ALPHABET[randomInt(ALPHABET.length)],
	);
	return `bs-${letters.join("")}`;
}
