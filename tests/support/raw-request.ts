import type { Problem } from "#contract/problem.ts";

export type RawAnswer<T = Problem> = {
	status: number;
	headers: Headers;
	body: T;
	/** The cookie that the answer sets, with its attributes; "" without one. */
	set_cookie: string;
};

/** A request as somebody at a command line would send it: nothing is added. */
export async function rawRequest<T = Problem>(
	url: string,
	init: RequestInit,
): Promise<RawAnswer<T>> {
	const headers = new Headers(init.headers);
	// An idle connection may be closed by the server just as it is used again.
	headers.set("connection", "close");
	const response = await fetch(url, { redirect: "manual", ...init, headers });
	const text = await response.text();
	const json =
		text !== "" && response.headers.get("content-type")?.includes("json");
	return {
		status: response.status,
		headers: response.headers,
		body: (json ? JSON.parse(text) : text) as T,
		set_cookie: response.headers.getSetCookie().join("; "),
	};
}

let addresses = 0;

/** Headers of a JSON request from an address that nobody has used yet. */
export function fromNewAddress(): Record<string, string> {
	addresses++;
	return {
		"content-type": "application/json",
		"cf-connecting-ip": `2001:db8:0:${addresses.toString(16)}::1`,
	};
}
