import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import type { Email } from "postal-mime";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type {
	MessageAnswer,
	NewSecondFactor,
	RecoveryCodes,
	SessionAnswer,
} from "#contract/account.ts";
import type { Problem } from "#contract/problem.ts";
import { codeOf, fromBase32 } from "#features/accounts/second-factor/totp.ts";
import { type Product, startForProcess, startProduct } from "./product.ts";
import { addMember, databaseOf, openSession, PASSWORD } from "./signed-in.ts";

type ReceivedMail = {
	mail: Email;
	/** The raw message. */
	raw: string;
	sender: string;
	/** The recipients of the SMTP envelope, whatever the message's headers say. */
	recipients: string[];
	login: string | null;
	secure: boolean;
};

/** A real SMTP server that stores the received mails. */
export type SmtpSink = {
	/** Without user and password. */
	url: string;
	mails: ReceivedMail[];
	/** The next mail to the address that was not returned before. */
	next: (to: string) => Promise<ReceivedMail>;
	/** The mails to the address that were not returned yet. */
	waiting: (to: string) => ReceivedMail[];
	close: () => Promise<void>;
};

/** Longer than a delivery takes on a busy machine. */
const PATIENCE_MS = 60_000;

/** `beforeReply` runs when a mail is stored, before the product hears that it was taken. */
export async function startSmtpSink({
	beforeReply = async () => {},
	...options
}: SMTPServerOptions & { beforeReply?: () => Promise<void> } = {}): Promise<SmtpSink> {
	const mails: ReceivedMail[] = [];
	const handed_out = new Set<ReceivedMail>();
	let arrived: (() => void)[] = [];
	const server = new SMTPServer({
		disabledCommands: ["STARTTLS"],
		authOptional: true,
		// Where there is no name server, it would wait for one before it greets.
		disableReverseLookup: true,
		...options,
		onData(stream, session, done) {
			void readMail(stream, session.envelope).then(
				async (received) => {
					mails.push({
						...received,
						login: (session.user as string | undefined) ?? null,
						secure: session.secure,
					});
					await beforeReply();
					done();
					for (const tell of arrived.splice(0)) tell();
				},
				(error: Error) => done(error),
			);
		},
	});
	// The product may close its connection in the middle of a mail when it stops.
	server.on("error", () => {});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	const waiting = (to: string) =>
		mails.filter((received) => !handed_out.has(received) && received.recipients.includes(to));
	return {
		url: `${options.secure ? "smtps" : "smtp"}://127.0.0.1:${port}`,
		mails,
		waiting,
		async next(to) {
			const deadline = Date.now() + PATIENCE_MS;
			for (;;) {
				const [received] = waiting(to);
				if (received) {
					handed_out.add(received);
					return received;
				}
				if (Date.now() > deadline) throw new Error(`No mail came for ${to}`);
				await new Promise<void>((resolve) => {
					arrived.push(resolve);
					setTimeout(resolve, 200);
				});
				arrived = [];
			}
		},
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}

async function readMail(
	stream: Readable,
	envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] },
) {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	const raw = Buffer.concat(chunks);
	return {
		mail: await PostalMime.parse(raw),
		raw: raw.toString("utf8"),
		sender: envelope.mailFrom ? envelope.mailFrom.address : "",
		recipients: envelope.rcptTo.map(({ address }) => address),
	};
}

/** The only link in the mail's text. */
export function linkIn({ mail }: ReceivedMail): URL {
	const links = mail.text?.match(/https?:\/\/\S+/g) ?? [];
	if (links.length !== 1) throw new Error(`Links in the mail: ${links}`);
	return new URL(links[0] ?? "");
}

/** The code beside the mail's link. */
export function codeIn({ mail }: ReceivedMail): string {
	return /enter the code ([A-Z0-9-]+) there/.exec(mail.text ?? "")?.[1] ?? "";
}

/** The token in the mail's link. */
export function tokenIn(received: ReceivedMail): string {
	return new URLSearchParams(linkIn(received).hash.slice(1)).get("token") ?? "";
}

export { PASSWORD };

const FULL_NAME = "Some One";

/** The product with a real mail server and without limits on accounts. */
export type MailProduct = {
	product: Product;
	sink: SmtpSink;
	browser: () => Browser;
	/** An unused address. */
	newEmail: (name?: string) => string;
	signUp: (
		email: string,
		given?: { full_name?: string; password?: string },
		from?: Browser,
	) => Promise<{ status: number; body: MessageAnswer }>;
	signInWith: (email: string, password?: string) => Promise<Page<Problem>>;
	/** A new member with a confirmed address, signed in. */
	member: (email?: string) => Promise<{ browser: Browser; email: string }>;
	/** The same with a second factor, which admins need on a site with mail. */
	withSecondFactor: (email: string) => Promise<Browser>;
	rows: Product["rows"];
	stop: () => Promise<void>;
};

const settings = (sink: SmtpSink, env: Record<string, string> = {}) => ({
	SMTP_URL: sink.url,
	LIMIT_SIGN_IN: "0",
	...env,
});

export async function startMailProduct(
	env: Record<string, string> = {},
	{ smtp = {}, ...options }: { clock?: boolean; smtp?: SMTPServerOptions } = {},
): Promise<MailProduct> {
	const sink = await startSmtpSink(smtp);
	return withMail(await startProduct(settings(sink, env), options), sink);
}

let shared: Promise<MailProduct> | undefined;

/**
 * The product shared by this process's test files, for tests that neither restart it nor call
 * `runScheduled`. It is never stopped explicitly.
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
	return {
		product,
		sink,
		browser,
		newEmail,
		signUp,
		signInWith: (email, password = PASSWORD) =>
			browser().post("/api/auth/sign-in", { email, password }),
		member,
		rows: product.rows,
		async withSecondFactor(email) {
			const { browser: own } = await member(email);
			await product.rows(
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

/** An authenticator app: each call returns the code of the next unused time step. */
export function anAuthenticator(secret: string) {
	const bytes = fromBase32(secret);
	let shown = 0;
	return {
		next() {
			// At least the current step's code, which stays valid if the next step begins meanwhile.
			shown = Math.max(shown + 1, Math.floor(Date.now() / 30_000));
			return codeOf(bytes, shown);
		},
	};
}

/** Gives a member a second factor, as the account page does. */
export async function setUpSecondFactor(browser: Browser) {
	const path = "/api/me/second-factor";
	const made = await browser.post<NewSecondFactor>(path, { password: PASSWORD });
	const app = anAuthenticator(made.body.secret);
	const confirmed = await browser.post<RecoveryCodes>(`${path}/confirm`, { code: app.next() });
	if (confirmed.status !== 200) throw new Error(JSON.stringify([made, confirmed]));
	return { app, codes: confirmed.body.recovery_codes, secret: made.body.secret };
}

type Page<T> = {
	status: number;
	headers: Headers;
	body: T;
	/** The target of a redirect, which is not followed. */
	location: string | null;
};

type Options = { headers?: Record<string, string> };

/** A browser that stores cookies by name and sends all of them with every request. */
export type Browser = {
	cookies: Map<string, string>;
	/** The Set-Cookie lines of the latest response. */
	setCookies: () => string[];
	get: <T = Problem>(path: string, options?: Options) => Promise<Page<T>>;
	send: <T = Problem>(
		method: "POST" | "PATCH" | "PUT" | "DELETE",
		path: string,
		body?: unknown,
		options?: Options,
	) => Promise<Page<T>>;
	post: <T = Problem>(path: string, body: unknown, options?: Options) => Promise<Page<T>>;
	/** Who is signed in; null if nobody is. */
	user: () => Promise<SessionAnswer["user"]>;
};

export function createBrowser(origin: string): Browser {
	const cookies = new Map<string, string>();
	let latest: string[] = [];

	async function ask<T>(path: string, init: RequestInit): Promise<Page<T>> {
		const headers = new Headers(init.headers);
		const jar = [...cookies].map(([name, value]) => `${name}=${value}`);
		if (jar.length) headers.set("cookie", jar.join("; "));
		// The server may close an idle connection just as the client reuses it.
		headers.set("connection", "close");
		const response = await fetch(new URL(path, origin), { ...init, headers, redirect: "manual" });
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

	const get: Browser["get"] = (path, options = {}) => ask(path, options);

	return {
		cookies,
		setCookies: () => latest,
		get,
		send,
		user: async () => (await get<SessionAnswer>("/api/auth/session")).body.user,
		post: (path, body, options) => send("POST", path, body, options),
	};
}
