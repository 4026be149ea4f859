import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import type { MailFault } from "#contract/deliveries.ts";
import { SITE_NAME } from "#contract/site.ts";
import { escapeMarkup } from "#text/markup.ts";

export type Mail = MailText & {
	/** A single address without a name. */
	to: string;
	/** In lower case. */
	headers?: Record<string, string>;
};

/** `send` throws MailDeferred if the server surely has not taken the mail and may take it later. */
export type Mailer = { send(mail: Mail): Promise<void> };

/**
 * The mail server is away, wants another login, or asks to try again later. A connection that is
 * lost on the way is none of these, because the mail may have been taken.
 */
export class MailDeferred extends Error {}

/** Runs work after the response, so that the response time reveals nothing about the work. */
export type Later = (work: () => Promise<void>) => void;

/** A server that does not respond for longer counts as down. */
const CONNECTION_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 10_000;

/**
 * Sends mail over SMTP. Each mail uses its own connection, because a connection must not outlive
 * its request. `from` is an address, or `Name <address>`.
 */
export function createSmtpMailer(smtp_url: string, from: string): Mailer {
	return {
		async send({ to, subject, text, html, headers }: Mail) {
			let connected = false;
			const transport = await openTransport(smtp_url, () => {
				connected = true;
			});
			const mail = {
				from,
				// An address in an object is never parsed as a list of addresses.
				to: { name: "", address: to },
				subject,
				text,
				html,
				headers: {
					// Neither list program nor Exchange answers it with "I am away".
					"auto-submitted": "auto-generated",
					"x-auto-response-suppress": "All",
					...headers,
				},
			};
			await transport.sendMail(mail).catch((error: SmtpError) => {
				if (connected && !asksToTryLater(error)) throw error;
				throw new MailDeferred(error.message, { cause: error });
			});
		},
	};
}

/** Connects and logs in, without sending anything. Throws as `send` does. */
export async function checkMailServer(smtp_url: string): Promise<void> {
	const transport = await openTransport(smtp_url, () => {});
	await transport.verify();
}

async function openTransport(smtp_url: string, onConnect: () => void) {
	const { createTransport } = await import("nodemailer");
	return createTransport(transportTo(parseSmtpUrl(smtp_url), onConnect));
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

/** The steps of a session at which a server refuses a recipient, or what it is sent. */
const OF_RECIPIENT = new Set(["RCPT TO", "DATA"]);

/** Whether another address would help, or the site's mail server is at fault. */
export function mailFault(thrown: unknown): MailFault {
	const error = thrown instanceof MailDeferred ? thrown.cause : thrown;
	const { command = "", responseCode } = error as SmtpError;
	return responseCode !== undefined && OF_RECIPIENT.has(command) ? "recipient" : "server";
}

/** Replies of 400 to 499 are temporary (RFC 5321, 4.2.1); a wrong login is the operator's to correct. */
function asksToTryLater({ code, responseCode = 0 }: SmtpError): boolean {
	return code === "EAUTH" || (responseCode >= 400 && responseCode < 500);
}

function transportTo(server: SmtpServer, onConnect: () => void): SMTPTransport.Options {
	return {
		host: server.host,
		port: server.port,
		secure: server.secure,
		requireTLS: server.requires_tls,
		...(server.login && { auth: server.login }),
		connectionTimeout: CONNECTION_TIMEOUT_MS,
		greetingTimeout: CONNECTION_TIMEOUT_MS,
		socketTimeout: SOCKET_TIMEOUT_MS,
		disableFileAccess: true,
		disableUrlAccess: true,
		getSocket(_, done) {
			openConnection(server, CONNECTION_TIMEOUT_MS).then(
				(connection) => {
					onConnect();
					done(null, { connection, secured: server.secure });
				},
				(error: Error) => done(error, undefined),
			);
		},
	};
}

/**
 * Connects to the server, with TLS from the start if `secure`. The runtime resolves the host
 * name. The mail library would ask a name server that does not know the names of this machine or
 * of the operator's network.
 */
function openConnection({ host, port, secure }: SmtpServer, timeout_ms: number): Promise<Socket> {
	const socket = secure
		? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }) })
		: connectPlain({ host, port });
	// The mail library adds a listener of each kind for each step of a session.
	socket.setMaxListeners(MOST_LISTENERS);
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			socket.destroy();
			reject(new Error("The mail server does not take the connection."));
		}, timeout_ms);
		const fail = (error: Error) => {
			clearTimeout(timer);
			reject(error);
		};
		socket.once("error", fail);
		socket.once(secure ? "secureConnect" : "connect", () => {
			clearTimeout(timer);
			socket.off("error", fail);
			resolve(socket);
		});
	});
}

type SmtpServer = {
	host: string;
	port: number;
	/** TLS from the first byte, as on port 465. */
	secure: boolean;
	/** If false, TLS is used only if the server offers it. */
	requires_tls: boolean;
	login: { user: string; pass: string } | null;
};

/** More than a session with every extension has. */
const MOST_LISTENERS = 50;

const SUBMISSION_PORT = 587;
const SMTPS_PORT = 465;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Parses `smtp://` or `smtps://` with an optional user and password. */
export function parseSmtpUrl(text: string): SmtpServer {
	const url = new URL(text);
	const secure = url.protocol === "smtps:";
	const user = decodeURIComponent(url.username);
	const pass = decodeURIComponent(url.password);
	const login = user ? { user, pass } : null;
	return {
		host: url.hostname.replace(/^\[|\]$/g, ""),
		port: Number(url.port) || (secure ? SMTPS_PORT : SUBMISSION_PORT),
		secure,
		// A password is never sent without TLS, except to this machine.
		requires_tls: !secure && login !== null && !LOOPBACK.test(url.hostname),
		login,
	};
}

/** Prints mails on the server's console, which only the operator reads. */
export const consoleMailer: Mailer = {
	async send({ to, subject, text }) {
		console.log(`Mail for ${to}: ${subject}\n${text}`);
	},
};

/** A mail as text and as HTML. */
export type MailText = { subject: string; text: string; html: string };

/** Control characters would break header lines, and names are user input. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** Converts a user's text to one line. */
export function oneLine(text: string): string {
	return text.replace(CONTROL, " ").trim();
}

/** A link, and the code that does the same where a mail gateway breaks it. */
export type MailedLink = { url: string; code: string };

/** Renders paragraphs with at most one link, as text and as HTML with the same content. */
export function renderMail(mail: {
	/** Without the product's name, which goes before it. */
	subject: string;
	before: string[];
	link?: { label: string; url: string; code?: string };
	after: string[];
}): MailText {
	const { subject, before, link, after } = mail;
	const code = link?.code === undefined ? [] : [codeWords(link.url, link.code)];
	const text = [...before, ...(link ? [link.url] : []), ...code, ...after];
	const html = [
		...before.map(paragraph),
		...(link ? [`<p><a href="${escapeMarkup(link.url)}">${escapeMarkup(link.label)}</a></p>`] : []),
		...code.map(paragraph),
		...after.map(paragraph),
	];
	return {
		subject: mailSubject(subject),
		text: `${text.join("\n\n")}\n`,
		html: `<!doctype html><html lang="en"><body>${html.join("\n")}</body></html>\n`,
	};
}

/** Which site writes, in the one line that a list of mails shows. */
export function mailSubject(subject: string): string {
	return oneLine(`${SITE_NAME}: ${subject}`);
}

/** Names the page without its protocol: what is no link is not rewritten by a gateway. */
function codeWords(url: string, code: string): string {
	const [page = ""] = url.replace(/^https?:\/\//, "").split("#");
	return `If the link does not work, open ${page} and enter the code ${code} there.`;
}

function paragraph(text: string): string {
	return `<p>${mailMarkup(text)}</p>`;
}

/** What `isolated` marks is in another direction; some mail programs know elements alone. */
export function mailMarkup(text: string): string {
	return escapeMarkup(text).replace(/\u2068([^\u2068\u2069]*)\u2069/g, "<bdi>$1</bdi>");
}
