/** What the dialog asks for. */
export type AuthMode = "sign-in" | "sign-up" | "forgot";

/** The specification's sentence; the server says the same of an account that waits. */
export const CONFIRM_FIRST =
	"Please check your email to confirm your account before signing in.";
