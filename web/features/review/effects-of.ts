import type { ReviewClaim } from "#contract/claims.ts";

/** What a decision does, as things stand, in sentences. */
export function effectsOf(
	claim: ReviewClaim,
	verdict: "verified" | "rejected",
): string[] {
	if (verdict === "verified") {
		return [
			"They may answer every analysis of this channel in public, under its name.",
			"They are told, and the channel counts among the creators.",
		];
	}
	return claim.verified
		? [
				"They lose the channel, and what they answered in its name is withdrawn.",
				"They are told, with the reason.",
			]
		: ["They are told, with the reason.", "They may claim the channel again."];
}
