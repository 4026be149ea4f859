import type { Claim } from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import { parseChannelUrl } from "#features/youtube/channel-url.ts";
import type { Channel, ChannelSource } from "#features/youtube/channels.ts";
import { ProblemError } from "#http/problems.ts";
import { newId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { consumeLookupQuota, openChannelLookups } from "./channel-lookups.ts";
import { containsCode } from "./claim-code.ts";
import {
	findClaim,
	nameChannel,
	type OwnedClaim,
	sendToReview,
} from "./claim-queries.ts";
import { verifyClaim } from "./decision-queries.ts";
import {
	changedMeanwhile,
	claimConflict,
	notYourClaim,
	unknownClaim,
	unknownOnPlatform,
} from "./problems.ts";
import { type ChannelLookups, resolveChannel } from "./resolve-channel.ts";
import { REVIEW_REASONS, type ReviewReason } from "./review-reasons.ts";

/**
 * Looks for the claim's code in the channel's description and verifies the
 * claim if it stands there. If descriptions cannot be read, or somebody else
 * owns the channel, the claim goes to the team and says so.
 */
export async function verifyOwnClaim(
	context: Context,
	{ claim_id, member_id }: { claim_id: string; member_id: MemberId },
): Promise<Claim> {
	const found = await requireOwnClaim(context, claim_id, member_id);
	if (found.claim.status === "verified") return found.claim;
	if (found.claim.status === "rejected")
		throw claimConflict(
			"claim_rejected",
			"This ownership claim was rejected. You can submit a new one.",
		);
	await consumeLookupQuota(context, member_id);

	const lookups = openChannelLookups(context);
	const resolved = await withChannel(context, lookups, found);
	const { channel_id } = resolved.claim;
	if (channel_id === null) return resolved.claim;
	if (!lookups.channels) return leaveToTeam(context, resolved, "cannot_read");
	const channel = await readChannel(lookups.channels, channel_id);
	if (!containsCode(channel.description, resolved.claim.verification_code))
		throw codeNotFound();
	return verify(context, resolved, channel);
}

async function requireOwnClaim(
	{ db }: Context,
	claim_id: string,
	member_id: MemberId,
): Promise<OwnedClaim> {
	const found = await findClaim(db.primary, claim_id);
	if (!found) throw unknownClaim();
	if (found.user_id !== member_id) throw notYourClaim();
	return found;
}

/** A link that could not be resolved once may be by now. */
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
	if (resolution.kind === "missing") throw unknownOnPlatform(resolution.what);
	if (resolution.kind === "unresolved") return found;
	const named = await nameChannel(context.db.primary, id, resolution);
	if (named === "taken")
		throw claimConflict(
			"claimed_already",
			"You have another ownership claim on this channel. Please use that one.",
		);
	return requireOwnClaim(context, id, found.user_id);
}

async function readChannel(
	channels: ChannelSource,
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
	context: Context,
	found: OwnedClaim,
	channel: Channel,
): Promise<Claim> {
	const outcome = await verifyClaim(context.db.primary, {
		found,
		creator_id: newId(),
		channel,
		method: "channel_description",
		reason: null,
		now: context.now().toISOString(),
	});
	if (outcome === "owned")
		return leaveToTeam(context, found, "owned_and_proven");
	if (typeof outcome !== "string") return outcome;
	// Somebody else decided it meanwhile, or this member pressed twice.
	const { claim } = await requireOwnClaim(
		context,
		found.claim.id,
		found.user_id,
	);
	if (claim.status !== "verified") throw changedMeanwhile();
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

function codeNotFound(): ProblemError {
	return new ProblemError({
		status: 422,
		code: "code_not_found",
		title: "Code not found",
		detail:
			"The code does not stand in the channel's description. It has to stand there as a word of its own, and YouTube may take some minutes to show a change.",
	});
}
