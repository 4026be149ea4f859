import type {
	Claim,
	ReviewClaim,
	VerificationMethod,
} from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import type { NewClaim, OwnedClaim } from "#features/channels/claim-queries.ts";
import type { DecisionOutcome } from "#features/channels/decision-queries.ts";
import type {
	ChannelLookups,
	NamedChannel,
} from "#features/channels/resolve-channel.ts";

/** What the ownership claims' use-cases need from outside. */
export type Claims = {
	lookups: ChannelLookups;
	/** Counts what a member makes us ask the platform. */
	quota(member_id: MemberId): Promise<{ ok: boolean; retry_after_s: number }>;
	newId(): string;
	newCode(): string;
	/** ISO 8601. */
	now(): string;
	/** The channel's verified owner. */
	ownerOf(channel_id: string): Promise<string | null>;
	submit(claim: NewClaim): Promise<{ created: boolean; claim: Claim }>;
	find(claim_id: string): Promise<OwnedClaim | null>;
	findForReview(claim_id: string): Promise<ReviewClaim | null>;
	sendToReview(claim_id: string, reason: string): Promise<void>;
	nameChannel(
		claim_id: string,
		channel: NamedChannel,
	): Promise<"named" | "taken">;
	verify(decision: {
		found: OwnedClaim;
		channel: NamedChannel;
		method: VerificationMethod;
		reason: string | null;
	}): Promise<DecisionOutcome>;
	reject(decision: {
		found: OwnedClaim;
		reason: string | null;
	}): Promise<DecisionOutcome>;
};
