import type { Operation, ProblemStatus } from "./operation.ts";

const SENTENCES = {
	body: {
		400: "The body is not what the schema asks for; `errors` names the fields.",
		413: "The body is too large.",
	},
	unsafe: {
		403: "The request came from another site.",
		415: "The body is not sent as application/json.",
	},
	retry: {
		400: "The Idempotency-Key has the wrong shape.",
		409: "The first request with this Idempotency-Key is still being worked on.",
		422: "This Idempotency-Key was sent with another request.",
	},
	key: { 401: "The API key is not valid." },
	member: { 401: "You are not signed in, or the API key is not valid." },
	session: { 403: "An API key cannot do this." },
	admin: { 403: "You are not of the site's team." },
} satisfies Record<string, Partial<Record<ProblemStatus, string>>>;

/** Where everybody is let in and yet asked who they are: a wrong key is refused there. */
const ASKS_WHO = /^\/api\/auth\//;

/** Every problem that may come of an operation: by status, why. */
export function problemsOf(
	method: string,
	path: string,
	{ access, body, headers = {}, problems = {} }: Operation,
): [status: number, says: string][] {
	const reasons = new Map<number, string[]>();
	const add = (from: Partial<Record<number, string>>) => {
		for (const [status, says] of Object.entries(from)) {
			const known = reasons.get(Number(status)) ?? [];
			if (says) reasons.set(Number(status), [...known, says]);
		}
	};
	add(problems);
	if (body) add(SENTENCES.body);
	if ("idempotency-key" in headers) add(SENTENCES.retry);
	if (method !== "get") add(SENTENCES.unsafe);
	if (access !== "everyone") add(SENTENCES.member);
	else if (ASKS_WHO.test(path)) add(SENTENCES.key);
	if (access === "session") add(SENTENCES.session);
	if (access === "admin") add(SENTENCES.admin);
	return [...reasons]
		.map(([status, says]): [number, string] => [status, says.join(" ")])
		.sort(([a], [b]) => a - b);
}
