import { createTransport } from "nodemailer";
import type SMTPTransport from "nodemailer/lib/smtp-transport";
import type { Mail, Mailer } from "#use-cases/mailer.ts";
import { openConnection } from "./open-connection.ts";
import { parseSmtpUrl, type SmtpServer } from "./parse-smtp-url.ts";

/** A server that is silent for longer will not take the mail. */
const CONNECTION_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 10_000;

/**
 * Sends over SMTP, one connection a mail: none may outlive its request.
 * `from` is an address, or `Name <address>`.
 */
export function createSmtpMailer(smtp_url: string, from: string): Mailer {
	return {
		async send({ to, subject, text, html }: Mail) {
			const server = parseSmtpUrl(smtp_url);
			await createTransport(transportTo(server)).sendMail({
				from,
				// As an object, an address is never read as a list of addresses.
				to: { name: "", address: to },
				subject,
				text,
				html,
				headers: { "auto-submitted": "auto-generated" },
			});
		},
	};
}

function transportTo(server: SmtpServer): SMTPTransport.Options {
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
				(connection) => done(null, { connection, secured: server.secure }),
				(error: Error) => done(error, undefined),
			);
		},
	};
}
