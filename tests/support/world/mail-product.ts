import type { MessageAnswer } from "#contract/account.ts";
import type { Problem } from "#contract/problem.ts";
import { type SmtpSink, startSmtpSink } from "../fakes/smtp.ts";
import { addMember, openSession, PASSWORD } from "../fixtures/members.ts";
import { type Product, startForProcess, startProduct } from "./product.ts";
import { databaseOf } from "./signed-in.ts";

export { PASSWORD };

const FULL_NAME = "Some One";

/** The product with a real mail server beside it, and no limits on accounts. */
export type MailProduct = {
	product: Product;
	sink: SmtpSink;
	browser: () => Browser;
	/** An address that nobody has used yet. */
	newEmail: (name?: string) => string;
	signUp: (
		email: string,
		given?: { full_name?: string; password?: string },
		from?: Browser,
	) => Promise<{ status: number; body: MessageAnswer }>;
	/** Somebody new whose address is confirmed, signed in. */
	member: (email?: string) => Promise<{ browser: Browser; email: string }>;
	/** The same with a second factor, which an admin needs where the site sends mail. */
	withSecondFactor: (email: string) => Promise<Browser>;
	rows: (
		query: string,
		...values: string[]
	) => Promise<Record<string, unknown>[]>;
	stop: () => Promise<void>;
};

const settings = (sink: SmtpSink, env: Record<string, string> = {}) => ({
	SMTP_URL: sink.url,
	LIMIT_SIGN_IN: "0",
	...env,
});

export async function startMailProduct(
	env: Record<string, string> = {},
	options: { clock?: boolean } = {},
): Promise<MailProduct> {
	const sink = await startSmtpSink();
	return withMail(await startProduct(settings(sink, env), options), sink);
}

let shared: Promise<MailProduct> | undefined;

/**
 * The one that this process's test files share, for tests that neither restart it nor call
 * `runScheduled`. Nobody stops it.
 */
export function shareMailProduct(): Promise<MailProduct> {
	shared ??= startSmtpSink().then(async (sink) =>
		withMail(await startForProcess(settings(sink)), sink),
	);
	return shared;
}

function withMail(product: Product, sink: SmtpSink): MailProduct {
	let people = 0;
	const browser = () => createBrowser(product.url);
	const newEmail = (name = "someone") => {
		people++;
		return `${name}${people}@example.test`;
	};
	const signUp: MailProduct["signUp"] = (email, given = {}, from = browser()) =>
		from.post<MessageAnswer>("/api/auth/sign-up", {
			full_name: FULL_NAME,
			email,
			password: PASSWORD,
			...given,
		});
	const member: MailProduct["member"] = async (email = newEmail()) => {
		const own = browser();
		const now = new Date().toISOString();
		const db = await databaseOf(product);
		const id = await addMember(db, {
			email,
			full_name: FULL_NAME,
			email_confirmed_at: now,
			created_at: now,
		});
		const [name = "", token = ""] = (await openSession(db, id)).split("=");
		own.cookies.set(name, token);
		return { browser: own, email };
	};
	const rows: MailProduct["rows"] = async (query, ...values) => {
		const database = await product.server.database();
		const { results } = await database
			.prepare(query)
			.bind(...values)
			.all<Record<string, unknown>>();
		return results;
	};
	return {
		product,
		sink,
		browser,
		newEmail,
		signUp,
		member,
		rows,
		async withSecondFactor(email) {
			const { browser: own } = await member(email);
			await rows(
				"insert into second_factors select id, 'JBSWY3DPEHPK3PXP', created_at, created_at, 0 from members where email = ?",
				email,
			);
			return own;
		},
		async stop() {
			await product.stop();
			await sink.close();
		},
	};
}

type Page<T> = {
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
