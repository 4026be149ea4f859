import type { MessageAnswer } from "#contract/account.ts";
import type { SignInOutcome } from "#contract/second-factor.ts";
import { AUTHENTICATION_FAILED } from "#contract/texts.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";

export type FormError = { text: string; fields: Record<string, string> };

type AuthOutcome =
	| { kind: "signed_in" }
	/** A code is required next, with this token. */
	| { kind: "second_factor"; token: string }
	/** The address must first be confirmed with a mailed link. */
	| { kind: "confirmation_sent" }
	| { kind: "refused"; error: FormError };

const NOTHING_ENTERED = "Enter your email address and password.";

/** Signs in or up with the form's values. */
export async function submitCredentials(
	mode: "sign-in" | "sign-up",
	form: FormData,
): Promise<AuthOutcome> {
	const credentials = {
		email: String(form.get("email") ?? ""),
		password: String(form.get("password") ?? ""),
	};
	if (mode === "sign-in" && (credentials.email === "" || credentials.password === ""))
		return { kind: "refused", error: { text: NOTHING_ENTERED, fields: {} } };
	const body =
		mode === "sign-in"
			? credentials
			: { full_name: String(form.get("full_name") ?? ""), ...credentials };
	try {
		const answer = await request<SignInOutcome | MessageAnswer>(`/api/auth/${mode}`, {
			method: "POST",
			body,
		});
		if ("second_factor" in answer) return { kind: "second_factor", token: answer.token };
		return { kind: "message" in answer ? "confirmation_sent" : "signed_in" };
	} catch (thrown) {
		return thrown instanceof ApiProblem && thrown.code === "email_unconfirmed"
			? { kind: "confirmation_sent" }
			: { kind: "refused", error: toFormError(thrown) };
	}
}

/** The error to show if the server refuses a form. */
export function toFormError(thrown: unknown): FormError {
	if (!(thrown instanceof ApiProblem)) return { text: AUTHENTICATION_FAILED, fields: {} };
	const text = thrown.code === "unknown" ? AUTHENTICATION_FAILED : thrown.message;
	return {
		text: text === "" ? AUTHENTICATION_FAILED : text,
		fields: thrown.fields,
	};
}

/** The form that the dialog shows. */
export type AuthMode = "sign-in" | "sign-up" | "forgot";
