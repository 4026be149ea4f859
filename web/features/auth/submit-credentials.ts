import { ApiProblem } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";
import type { AuthMode } from "./auth-form.tsx";

const FALLBACK = "Authentication failed";

export type AuthRefusal = { text: string; fields: Record<string, string> };

/** Signs in or up; null when the server agreed, else what to show. */
export async function submitCredentials(
	mode: AuthMode,
	form: FormData,
): Promise<AuthRefusal | null> {
	const credentials = {
		email: String(form.get("email") ?? ""),
		password: String(form.get("password") ?? ""),
	};
	const body =
		mode === "sign-in"
			? credentials
			: { full_name: String(form.get("full_name") ?? ""), ...credentials };
	try {
		await request(`/api/auth/${mode}`, { method: "POST", body });
		return null;
	} catch (thrown) {
		if (!(thrown instanceof ApiProblem)) return { text: FALLBACK, fields: {} };
		const text = thrown.code === "unknown" ? FALLBACK : thrown.message;
		return { text: text === "" ? FALLBACK : text, fields: thrown.fields };
	}
}
