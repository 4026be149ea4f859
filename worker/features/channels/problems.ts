import { notAllowed, ProblemError, tooMany } from "#http/problems.ts";

export function unknownClaim(): ProblemError {
	return new ProblemError({
		status: 404,
		code: "claim_not_found",
		title: "Claim not found",
		detail: "There is no such ownership claim.",
	});
}

export function notYourClaim(): ProblemError {
	return notAllowed("This ownership claim belongs to another member.");
}

export function tooManyClaims(retry_after_s: number): ProblemError {
	return tooMany(
		"You have asked us to look up many channels within an hour. Please try again later.",
		retry_after_s,
	);
}

export function unknownOnPlatform(what: "channel" | "video"): ProblemError {
	return new ProblemError({
		status: 422,
		code: `${what}_not_found`,
		title: what === "video" ? "Video not found" : "Channel not found",
		detail: `YouTube knows no such ${what}. Please check the link.`,
	});
}

/** The claim cannot go the way that was asked for, as it stands. */
export function claimConflict(code: string, detail: string): ProblemError {
	return new ProblemError({ status: 409, code, title: "Conflict", detail });
}

export function changedMeanwhile(): ProblemError {
	return claimConflict(
		"claim_changed",
		"This ownership claim was changed at the same moment. Please look at it again.",
	);
}
