import { describe, expect, it } from "vitest";
import {
	addressTakenMail,
	confirmAddressMail,
	confirmNewAddressMail,
	knownAddressMail,
	mailLinks,
	resetPasswordMail,
} from "#features/accounts/mail/mails.ts";
import { confirmNewsletterMail, newsletterWelcomeMail } from "#features/newsletter/routes.ts";
import { parseSmtpUrl } from "#outbound/mail/mailer.ts";

const LINK = "https://a.test/x?token=T&b=1";
const MAILED = { url: LINK, code: "BCDF-GHJK" };
const NAME = 'Eve\r\nBcc: all@evil.test\u2028 <img src="x">';

describe.each([
	["confirm an address", () => confirmAddressMail(MAILED)],
	["report that an address is registered", () => knownAddressMail(NAME, LINK)],
	["choose a password", () => resetPasswordMail(NAME, MAILED)],
	["confirm a new address", () => confirmNewAddressMail(MAILED)],
	["report that a new address has an account", () => addressTakenMail(LINK)],
	["confirm a subscription", () => confirmNewsletterMail(MAILED)],
	["welcome a subscriber", () => newsletterWelcomeMail(MAILED)],
])("mail to %s", (_, mail) => {
	it("contains its one link in both text and HTML", () => {
		const { subject, text, html } = mail();
		expect(subject).toMatch(/^BS Detector: [A-Z][\w ]+$/);
		expect(text.match(/https?:\S+/g)).toEqual([LINK]);
		expect(html.match(/href="[^"]+"/g)).toEqual(['href="https://a.test/x?token=T&amp;b=1"']);
	});

	it("shows a name neither as markup nor on a line of its own", () => {
		const { text, html } = mail();
		expect(html).not.toContain("<img");
		expect(text).not.toMatch(/^Bcc:/m);
	});
});

it("mail links start with the site's origin and encode the token", () => {
	const links = mailLinks("https://a.test");
	expect(links.confirmAddress("a&b=c")).toBe("https://a.test/confirm-email#token=a%26b%3Dc");
	expect(links.resetPassword("a b", "a&b@c.test")).toBe(
		"https://a.test/reset-password#token=a%20b&email=a%26b%40c.test",
	);
});

describe("SMTP_URL", () => {
	it.each([
		["smtp://mail.test", 587, false],
		["smtp://mail.test:2525", 2525, false],
		["smtps://mail.test", 465, true],
		["smtps://mail.test:4650", 4650, true],
	])("parses %s with its port and connection type", (url, port, secure) => {
		expect(parseSmtpUrl(url)).toMatchObject({
			host: "mail.test",
			port,
			secure,
			requires_tls: false,
			login: null,
		});
	});

	it("decodes any characters in a login and requires TLS for it", () => {
		expect(parseSmtpUrl("smtp://me%40a.test:p%3A%2F%40@mail.test")).toMatchObject({
			login: { user: "me@a.test", pass: "p:/@" },
			requires_tls: true,
		});
		expect(parseSmtpUrl("smtps://u:p@mail.test").requires_tls).toBe(false);
	});

	it.each(["localhost", "127.0.0.1", "127.8.9.1", "[::1]"])(
		"allows a login without TLS to this machine: %s",
		(host) => {
			expect(parseSmtpUrl(`smtp://u:p@${host}:25`).requires_tls).toBe(false);
		},
	);

	it("requires TLS for a host that only begins like a local address", () => {
		expect(parseSmtpUrl("smtp://u:p@127.0.0.1.evil.test").requires_tls).toBe(true);
	});
});
