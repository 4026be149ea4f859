import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSmtpMailer, MailDeferred } from "#outbound/mail/mailer.ts";
import {
	PASSWORD,
	type SmtpSink,
	startMailProduct,
	startSmtpSink,
} from "#tests/support/world/mail-product.ts";

const MAIL = {
	to: "someone@example.test",
	subject: "Hello",
	text: "Hello\n",
	html: "<p>Hello</p>",
};

function withLogin(url: string, login: string): string {
	return url.replace("://", `://${login}@`);
}

describe("SMTP mailer", () => {
	let sink: SmtpSink;
	let locked: SmtpSink;
	beforeAll(async () => {
		sink = await startSmtpSink();
		locked = await startSmtpSink({
			authOptional: false,
			allowInsecureAuth: true,
			onAuth({ username, password }, _, done) {
				if (username === "us:er" && password === "p@ss") done(null, { user: username });
				else done(new Error("Wrong login"));
			},
		});
	});
	afterAll(async () => {
		await sink?.close();
		await locked?.close();
	});

	it("sends from the configured name and address", async () => {
		await createSmtpMailer(sink.url, "The Site <site@example.test>").send(MAIL);
		const { mail, sender, recipients } = await sink.next(MAIL.to);
		expect(sender).toBe("site@example.test");
		expect(mail.from).toMatchObject({ name: "The Site", address: "site@example.test" });
		expect(recipients).toEqual([MAIL.to]);
		expect(mail.text?.trim()).toBe("Hello");
		expect(mail.html?.trim()).toBe("<p>Hello</p>");
	});

	it("logs in with the user and password from the URL", async () => {
		const url = withLogin(locked.url, "us%3Aer:p%40ss");
		await createSmtpMailer(url, "a@example.test").send(MAIL);
		expect((await locked.next(MAIL.to)).login).toBe("us:er");
		const wrong = withLogin(locked.url, "us%3Aer:wrong");
		await expect(createSmtpMailer(wrong, "a@example.test").send(MAIL)).rejects.toThrow(
			MailDeferred,
		);
	});

	it.each([
		["someone@example.test\r\nRCPT TO:<victim@evil.test>"],
		["someone@example.test\r\nBcc: victim@evil.test"],
		["someone@example.test, victim@evil.test"],
	])("does not deliver to an injected recipient: %j", async (to) => {
		await createSmtpMailer(sink.url, "a@example.test")
			.send({ ...MAIL, to })
			.catch(() => {});
		const recipients = sink.mails.flatMap((received) => received.recipients);
		expect(recipients).not.toContain("victim@evil.test");
	});

	it("does not let a subject inject headers", async () => {
		const subject = "Hello\r\nBcc: victim@evil.test\r\n\r\nBody";
		const to = "subject@example.test";
		await createSmtpMailer(sink.url, "a@example.test")
			.send({ ...MAIL, to, subject })
			.catch(() => {});
		for (const { mail, recipients } of sink.waiting(to)) {
			expect(mail.bcc ?? []).toEqual([]);
			expect(recipients).toEqual([to]);
		}
	});

	it("rejects a server whose certificate is not trusted", async () => {
		const secure = await startSmtpSink({ secure: true });
		try {
			await expect(createSmtpMailer(secure.url, "a@example.test").send(MAIL)).rejects.toThrow(
				/certificate/,
			);
			expect(secure.mails).toEqual([]);
		} finally {
			await secure.close();
		}
	});
});

describe("failing mail server", () => {
	let silent: Server;
	/** Connections to the silent server that the product closed. */
	let ended = 0;
	beforeAll(async () => {
		silent = createServer((socket) => {
			socket.on("error", () => {});
			socket.resume();
			socket.once("close", () => {
				ended += 1;
			});
		});
		silent.listen(0, "127.0.0.1");
		await once(silent, "listening");
	});
	afterAll(() => silent?.close());

	it.each(["nobody listens", "nobody answers"])(
		"neither delays a sign-up nor changes its response (%s)",
		async (kind) => {
			const { port } = silent.address() as AddressInfo;
			const world = await startMailProduct({
				SMTP_URL: `smtp://127.0.0.1:${kind === "nobody listens" ? 9 : port}`,
			});
			try {
				const given_up = ended;
				const { status } = await world.signUp(world.newEmail(), { password: PASSWORD });
				expect(status).toBe(202);
				// If the response waited for the mail, its connection would be closed by now.
				expect(ended).toBe(given_up);
				const health = await world.browser().get("/api/health");
				expect(health.status).toBe(200);
			} finally {
				await world.stop();
			}
		},
	);
});

it("The product resolves a mail server given by host name", async () => {
	const sink = await startSmtpSink();
	const world = await startMailProduct({
		SMTP_URL: sink.url.replace("127.0.0.1", "localhost"),
		MAIL_FROM: "The Site <site@example.test>",
	});
	try {
		const email = world.newEmail();
		await world.signUp(email);
		expect((await sink.next(email)).sender).toBe("site@example.test");
	} finally {
		await world.stop();
		await sink.close();
	}
});
