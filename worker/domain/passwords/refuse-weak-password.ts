import { badInput } from "../refusal.ts";
import { normalizeText } from "../text/normalize-text.ts";
import { isCommonPassword } from "./is-common-password.ts";

/**
 * Throws for a password that is tried first: a common one, the member's own
 * address, or the part of it before the @.
 */
export function refuseWeakPassword(password: string, email: string): void {
	const detail = weakness(password, email);
	if (detail)
		throw badInput("weak_password", detail, [{ pointer: "/password", detail }]);
}

function weakness(password: string, email: string): string | null {
	const chosen = fold(password);
	const address = fold(email);
	if (chosen === address || chosen === address.split("@")[0])
		return "Your email address cannot be your password. Please choose another one.";
	if (isCommonPassword(password))
		return "This password is one of the most common ones. Please choose another one.";
	return null;
}

function fold(text: string): string {
	return normalizeText(text.trim(), "NFC").toLowerCase();
}
