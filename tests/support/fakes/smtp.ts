import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import type { Page } from "playwright-core";
import type { Email } from "postal-mime";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

type ReceivedMail = {
	mail: Email;
	/** The mail as it travelled. */
	raw: string;
	sender: string;
	/** Whom the server was told to deliver to, whatever the mail's head says. */
	recipients: string[];
	login: string | null;
	secure: boolean;
};

/** A real SMTP server that keeps what it is given. */
export type SmtpSink = {
	/** Without user and password. */
	url: string;
	mails: ReceivedMail[];
	/** The next mail to the address that was not handed out before. */
	next: (to: string) => Promise<ReceivedMail>;
	/** Mails to the address that were not handed out yet. */
	waiting: (to: string) => ReceivedMail[];
	close: () => Promise<void>;
};

/** Longer than a loaded machine takes to deliver. */
const PATIENCE_MS = 60_000;

export async function startSmtpSink(
	options: SMTPServerOptions = {},
): Promise<SmtpSink> {
	const mails: ReceivedMail[] = [];
	const handed_out = new Set<ReceivedMail>();
	let arrived: (() => void)[] = [];
	const server = new SMTPServer({
		disabledCommands: ["STARTTLS"],
		authOptional: true,
		...options,
		onData(stream, session, done) {
			void keep(stream, session.envelope).then(
				(received) => {
					mails.push({
						...received,
						login: (session.user as string | undefined) ?? null,
						secure: session.secure,
					});
					done();
					for (const tell of arrived.splice(0)) tell();
				},
				(error: Error) => done(error),
			);
		},
	});
	// A product that stops in the midst of a mail cuts its connection.
	server.on("error", () => {});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	const waiting = (to: string) =>
		mails.filter(
			(received) =>
				!handed_out.has(received) && received.recipients.includes(to),
		);
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

async function keep(
	stream: Readable,
	envelope: {
		mailFrom: { address: string } | false;
		rcptTo: { address: string }[];
	},
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

/** The one link in the mail's text. */
export function linkIn({ mail }: ReceivedMail): URL {
	const links = mail.text?.match(/https?:\/\/\S+/g) ?? [];
	if (links.length !== 1) throw new Error(`Links in the mail: ${links}`);
	return new URL(links[0] ?? "");
}

/** The secret that the mail's link carries. */
export function tokenIn(received: ReceivedMail): string {
	return new URLSearchParams(linkIn(received).hash.slice(1)).get("token") ?? "";
}

/** On a narrow screen the header's controls stand behind a press. */
export async function unfoldHeader(page: Page): Promise<void> {
	const header = page.getByRole("banner");
	const menu = header.getByRole("button", { name: "Open menu" });
	const dashboard = header.getByRole("link", { name: "Dashboard" });
	// The page comes with a header of its own; the app's has one of these.
	await menu.or(dashboard).filter({ visible: true }).first().waitFor();
	if (await menu.isVisible()) await menu.click();
}
