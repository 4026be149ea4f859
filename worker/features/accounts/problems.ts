import { badInput, ProblemError } from "#http/problems.ts";

export const CONFIRM_FIRST =
	"Please check your email to confirm your account before signing in.";

export function addressUnconfirmed(): ProblemError {
	return new ProblemError({
		status: 403,
		code: "email_unconfirmed",
		title: "Address not confirmed",
		detail: CONFIRM_FIRST,
	});
}

export function addressTaken(): ProblemError {
	return new ProblemError({
		status: 409,
		code: "email_taken",
		title: "Address already in use",
		detail: "An account with this email address exists. Please sign in.",
	});
}

/** For a link that was used, has expired or never was: it does not say which. */
export function linkUnusable(): ProblemError {
	return badInput(
		"link_unusable",
		"This link has expired or was used before. Please ask for a new one.",
	);
}

export function wrongPassword(
	pointer: string,
	detail = "The current password is not right.",
): ProblemError {
	return new ProblemError({
		status: 403,
		code: "wrong_password",
		title: "Wrong password",
		detail,
		errors: [{ pointer, detail }],
	});
}
