import type { Claim } from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import { parseChannelUrl } from "#features/youtube/channel-url.ts";
import type { Channel } from "#features/youtube/channels.ts";
import { ProblemError } from "#http/problems.ts";
import type { Claims } from "#use-cases/claims.ts";
import type { OwnedClaim } from "./claim-queries.ts";
import {
	changedMeanwhile,
	claimConflict,
	notYourClaim,
	tooManyClaims,
	unknownClaim,
	unknownOnPlatform,
} from "./problems.ts";
import { resolveChannel } from "./resolve-channel.ts";

/**
 * Looks for the claim's code in the channel's description and verifies the
 * claim where it stands there. Where descriptions cannot be read, or somebody
 * else owns the channel, the claim goes to the team and says so.
 */
export async function verifyOwnClaim(
	claims: Claims,
	{ claim_id, member_id }: { claim_id: string; member_id: MemberId },
): Promise<Claim> {
	const found = await ownClaim(claims, claim_id, member_id);
	if (found.claim.status === "verified") return found.claim;
	if (found.claim.status === "rejected")
		throw claimConflict(
			"claim_rejected",
			"This ownership claim was rejected. You can submit a new one.",
		);
	const granted = await claims.quota(member_id);
	if (!granted.ok) throw tooManyClaims(granted.retry_after_s);

	const resolved = await withChannel(claims, found);
	const { channel_id } = resolved.claim;
	if (channel_id === null) return resolved.claim;
	if (!claims.lookups.channels)
		return leaveToTeam(claims, resolved, "cannot_read");
	const channel = await readChannel(claims.lookups.channels, channel_id);
	if (!containsCode(channel.description, resolved.claim.verification_code))
		throw codeNotFound();
	return verify(claims, resolved, channel);
}

async function ownClaim(
	claims: Claims,
	claim_id: string,
	member_id: MemberId,
): Promise<OwnedClaim> {
	const found = await claims.find(claim_id);
	if (!found) throw unknownClaim();
	if (found.user_id !== member_id) throw notYourClaim();
	return found;
}

/** A link that could not be resolved once may be by now. */
async function withChannel(
	claims: Claims,
	found: OwnedClaim,
): Promise<OwnedClaim> {
	if (found.claim.channel_id !== null) return found;
	const parsed = parseChannelUrl(found.claim.url);
	if (!parsed.ok) return found;
	const resolution = await resolveChannel(claims.lookups, parsed.link);
	if (resolution.kind === "missing") throw unknownOnPlatform(resolution.what);
	if (resolution.kind === "unresolved") return found;
	const named = await claims.nameChannel(found.claim.id, resolution);
	if (named === "taken")
		throw claimConflict(
			"claimed_already",
			"You have another ownership claim on this channel. Please use that one.",
		);
	return ownClaim(claims, found.claim.id, found.user_id);
}

async function readChannel(
	channels: NonNullable<Claims["lookups"]["channels"]>,
	channel_id: string,
): Promise<Channel> {
	const call = await channels.channel({ id: channel_id });
	if (!call.ok)
		throw new ProblemError({
			status: 502,
			code: "channel_unreadable",
			title: "Channel not readable",
			detail:
				"YouTube did not hand out the channel's description. Please try again in a few minutes; our team can also see your claim.",
		});
	if (!call.channel) throw unknownOnPlatform("channel");
	return call.channel;
}

async function verify(
	claims: Claims,
	found: OwnedClaim,
	channel: Channel,
): Promise<Claim> {
	const outcome = await claims.verify({
		found,
		channel,
		method: "channel_description",
		reason: null,
	});
	if (outcome === "owned")
		return leaveToTeam(claims, found, "owned_and_proven");
	if (typeof outcome !== "string") return outcome;
	// Somebody else decided it meanwhile, or this member pressed twice.
	const now = await ownClaim(claims, found.claim.id, found.user_id);
	if (now.claim.status !== "verified") throw changedMeanwhile();
	return now.claim;
}

async function leaveToTeam(
	claims: Claims,
	{ claim, user_id }: OwnedClaim,
	reason: ReviewReason,
): Promise<Claim> {
	await claims.sendToReview(claim.id, REVIEW_REASONS[reason]);
	return (await ownClaim(claims, claim.id, user_id)).claim;
}

function codeNotFound(): ProblemError {
	return new ProblemError({
		status: 422,
		code: "code_not_found",
		title: "Code not found",
		detail:
			"The code does not stand in the channel's description. It has to stand there as a word of its own, and YouTube may take some minutes to show a change.",
	});
}

/** What may not touch the code: it would be part of a word, a link or another code then. */
const JOINING = String.raw`[\p{L}\p{M}\p{N}_/@#&=%+\-]`;
const GLUED = String.raw`[\p{L}\p{N}]`;
/** As codes are made; nothing in it has a meaning of its own in a pattern. */
const SHAPE = /^[A-Za-z0-9-]+$/;

/** Whether a text holds the code as a word of its own, in any case. */
export function containsCode(text: string, code: string): boolean {
	if (!SHAPE.test(code)) return false;
	const alone = new RegExp(
		String.raw`(?<!${JOINING}|${GLUED}\.)${code}(?!${JOINING}|\.${GLUED})`,
		"iu",
	);
	return alone.test(text);
}

const REVIEWS = "so our team reviews this claim by hand, within 24-48 hours.";

/** Why the team looks at a claim, in words for its member. */
export const REVIEW_REASONS = {
	/** No key: neither names can be looked up nor descriptions read. */
	cannot_look_up: `This site cannot look up which channel this link belongs to, ${REVIEWS}`,
	cannot_read: `This site cannot read channel descriptions, ${REVIEWS}`,
	not_told: `YouTube did not tell which channel this link belongs to, ${REVIEWS}`,
	owned: `This channel already has a verified owner, ${REVIEWS}`,
	owned_and_proven: `The code was found, but this channel already has a verified owner, ${REVIEWS}`,
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;
