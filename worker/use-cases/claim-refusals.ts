import { notAllowed, Refusal, tooMany } from "#domain/refusal.ts";

export function unknownClaim(): Refusal {
	return new Refusal({
		status: 404,
		code: "claim_not_found",
		title: "Claim not found",
		detail: "There is no such ownership claim.",
	});
}

export function notYourClaim(): Refusal {
	return notAllowed("This ownership claim belongs to another member.");
}

export function tooManyClaims(retry_after_s: number): Refusal {
	return tooMany(
		"You have asked us to look up many channels within an hour. Please try again later.",
		retry_after_s,
	);
}

export function unknownOnPlatform(what: "channel" | "video"): Refusal {
	return new Refusal({
		status: 422,
		code: `${what}_not_found`,
		title: what === "video" ? "Video not found" : "Channel not found",
		detail: `YouTube knows no such ${what}. Please check the link.`,
	});
}

/** The claim cannot go the way that was asked for, as it stands. */
export function claimConflict(code: string, detail: string): Refusal {
	return new Refusal({ status: 409, code, title: "Conflict", detail });
}

export function changedMeanwhile(): Refusal {
	return claimConflict(
		"claim_changed",
		"This ownership claim was changed at the same moment. Please look at it again.",
	);
}
