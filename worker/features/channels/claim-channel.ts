import type { Claim, ClaimRequest } from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import { type ChannelLink, channelKey, parseChannelUrl } from "#features/youtube/channel-url.ts";
import type { Channel, ChannelSource } from "#features/youtube/channels.ts";
import { problem } from "#http/problems.ts";
import type { CountedMember } from "#identity/quota.ts";
import { newId, newTypedCode } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import {
	findClaim,
	nameChannel,
	type OwnedClaim,
	sendToReview,
	submitClaim,
	withdrawClaim,
} from "./claim-queries.ts";
import { findChannelOwner } from "./creator-queries.ts";
import { verifyClaim } from "./decision-queries.ts";
import { REVIEW_REASONS, type ReviewReason } from "./describe-claim.ts";
import {
	type ChannelLookups,
	consumeLookupQuota,
	openChannelLookups,
	type Resolution,
	resolveChannel,
} from "./resolve-channel.ts";

/** Stores a member's claim that a channel is theirs. Repeating it returns the open claim. */
export async function claimChannel(
	context: Context,
	{ member, ...request }: ClaimRequest & { member: CountedMember },
): Promise<{ created: boolean; claim: Claim }> {
	const { url } = request;
	const member_id = member.id;
	const parsed = parseChannelUrl(url);
	if (!parsed.ok) throw problem("invalid_url", { values: { reason: parsed.message } });
	await consumeLookupQuota(context, member);
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

/**
 * Verifies the claim if its code is in the channel's description. If descriptions cannot be read,
 * or another member owns the channel, the claim moves to the review queue and the answer says so.
 */
export async function verifyOwnClaim(
	context: Context,
	{ claim_id, member }: { claim_id: string; member: CountedMember },
): Promise<Claim> {
	const found = await requireOwnClaim(context, claim_id, member.id);
	if (found.claim.status === "verified") return found.claim;
	if (found.claim.status === "rejected") throw problem("claim_rejected");
	await consumeLookupQuota(context, member);

	const lookups = openChannelLookups(context);
	const resolved = await withChannel(context, lookups, found);
	const { channel_id } = resolved.claim;
	if (channel_id === null) return resolved.claim;
	if (!lookups.channels) return leaveToTeam(context, resolved, "cannot_read");
	const channel = await readChannel(lookups.channels, channel_id);
	if (!containsCode(channel.description, resolved.claim.verification_code))
		throw problem("code_not_found");
	return verify(context, resolved, channel);
}

/** Withdraws the member's open claim; admins no longer see it. */
export async function withdrawOwnClaim(
	context: Context,
	{ claim_id, member_id }: { claim_id: string; member_id: MemberId },
): Promise<void> {
	await requireOwnClaim(context, claim_id, member_id);
	if (!(await withdrawClaim(context.db.primary, claim_id, member_id)))
		throw problem("claim_decided");
}

async function requireOwnClaim(
	{ db }: Context,
	claim_id: string,
	member_id: MemberId,
): Promise<OwnedClaim> {
	const found = await findClaim(db.primary, claim_id);
	if (!found) throw problem("claim_not_found");
	if (found.user_id !== member_id) throw problem("not_allowed/claim");
	return found;
}

/** A link that could not be resolved at submission may be resolvable now. */
async function withChannel(
	context: Context,
	lookups: ChannelLookups,
	found: OwnedClaim,
): Promise<OwnedClaim> {
	if (found.claim.channel_id !== null) return found;
	const { id, url } = found.claim;
	const parsed = parseChannelUrl(url);
	if (!parsed.ok) return found;
	const resolution = await resolveChannel(lookups, parsed.link);
	if (resolution.kind === "missing") throw problem(`${resolution.what}_not_found/youtube`);
	if (resolution.kind === "unresolved") return found;
	const named = await nameChannel(context.db.primary, id, resolution);
	if (named === "taken") throw problem("claimed_already");
	return requireOwnClaim(context, id, found.user_id);
}

async function readChannel(channels: ChannelSource, channel_id: string): Promise<Channel> {
	const call = await channels.channel({ id: channel_id });
	if (!call.ok) throw problem("channel_unreadable");
	if (!call.channel) throw problem("channel_not_found/youtube");
	return call.channel;
}

async function verify(context: Context, found: OwnedClaim, channel: Channel): Promise<Claim> {
	const outcome = await verifyClaim(context.db.primary, {
		found,
		creator_id: newId(),
		channel,
		method: "channel_description",
		reason: null,
		admin_id: null,
		now: context.now().toISOString(),
	});
	if (outcome === "owned") return leaveToTeam(context, found, "owned_and_proven");
	if (typeof outcome !== "string") return outcome;
	// The claim was decided in the meantime, or this member clicked twice.
	const { claim } = await requireOwnClaim(context, found.claim.id, found.user_id);
	if (claim.status !== "verified") throw problem("claim_changed");
	return claim;
}

async function leaveToTeam(
	context: Context,
	{ claim, user_id }: OwnedClaim,
	reason: ReviewReason,
): Promise<Claim> {
	await sendToReview(context.db.primary, claim.id, REVIEW_REASONS[reason]);
	return (await requireOwnClaim(context, claim.id, user_id)).claim;
}

/** 28^6 is 480 million, too many for guessing another member's code. */
const LENGTH = 6;

/** Short enough to be typed into a channel's description from a phone. */
export function newClaimCode(): string {
	return `bs-${newTypedCode(LENGTH)}`;
}

/**
 * Next to these characters the code would be part of a word, a link or another code. Letters of other
 * scripts cannot be a code's, and Japanese, Thai and others write no spaces; an accent belongs to a
 * letter, a variation selector to an emoji.
 */
const JOINING = String.raw`[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}0-9\uff10-\uff19_/@#&=%+\-]`;
const GLUED = String.raw`[\p{scx=Latn}0-9]`;
/** The characters of a code; none of them is special in a regular expression. */
const SHAPE = /^[A-Za-z0-9-]+$/;

/** Whether a text contains the code as a separate word, in any case. */
export function containsCode(text: string, code: string): boolean {
	if (!SHAPE.test(code)) return false;
	const alone = new RegExp(
		String.raw`(?<!${JOINING}|${GLUED}\.)${code}(?!${JOINING}|\.${GLUED})`,
		"iu",
	);
	return alone.test(text);
}
