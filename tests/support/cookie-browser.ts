import type { Problem } from "#contract/problem.ts";

export type Page<T> = {
	status: number;
	headers: Headers;
	body: T;
	/** Where a redirect leads; it is not followed. */
	location: string | null;
};

type Options = { headers?: Record<string, string> };

/** A browser that keeps each cookie by its name, and sends all of them wherever it goes. */
export type Browser = {
	cookies: Map<string, string>;
	/** The Set-Cookie lines of the latest answer. */
	setCookies: () => string[];
	get: <T = Problem>(path: string, options?: Options) => Promise<Page<T>>;
	send: <T = Problem>(
		method: "POST" | "PATCH" | "PUT" | "DELETE",
		path: string,
		body?: unknown,
		options?: Options,
	) => Promise<Page<T>>;
	post: <T = Problem>(
		path: string,
		body: unknown,
		options?: Options,
	) => Promise<Page<T>>;
};

export function createBrowser(origin: string): Browser {
	const cookies = new Map<string, string>();
	let latest: string[] = [];

	async function ask<T>(path: string, init: RequestInit): Promise<Page<T>> {
		const headers = new Headers(init.headers);
		const jar = [...cookies].map(([name, value]) => `${name}=${value}`);
		if (jar.length) headers.set("cookie", jar.join("; "));
		// An idle connection may be closed by the server just as it is used again.
		headers.set("connection", "close");
		const response = await fetch(new URL(path, origin), {
			...init,
			headers,
			redirect: "manual",
		});
		latest = response.headers.getSetCookie();
		for (const line of latest) keep(line);
		const text = await response.text();
		const json = response.headers.get("content-type")?.includes("json");
		return {
			status: response.status,
			headers: response.headers,
			body: (json ? JSON.parse(text) : text) as T,
			location: response.headers.get("location"),
		};
	}

	function keep(line: string): void {
		const [pair = "", ...attributes] = line.split(/;\s*/);
		const [name = "", value = ""] = pair.split(/=(.*)/s);
		if (attributes.includes("Max-Age=0")) cookies.delete(name);
		else cookies.set(name, value);
	}

	const send: Browser["send"] = (method, path, body, options = {}) =>
		ask(path, {
			method,
			headers: {
				...(body === undefined ? {} : { "content-type": "application/json" }),
				...options.headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});

	return {
		cookies,
		setCookies: () => latest,
		get: (path, options = {}) => ask(path, options),
		send,
		post: (path, body, options) => send("POST", path, body, options),
	};
}
