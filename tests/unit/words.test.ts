import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
	confirmAddressMail,
	knownAddressMail,
	resetPasswordMail,
} from "#features/accounts/mail/mails.ts";
import {
	keyCreatedMail,
	newBrowserMail,
	passwordChangedMail,
	secondFactorMail,
} from "#features/accounts/mail/security-notices.ts";
import {
	confirmNewsletterMail,
	newsletterWelcomeMail,
} from "#features/newsletter/subscribe.ts";
import { PROBLEMS } from "#http/problem-catalogue.ts";
import { RUN_FAILURES } from "#http/run-failures.ts";

const page = readFileSync(
	join(import.meta.dirname, "../../docs/architecture.md"),
	"utf8",
);

/** The right column of the table of words. */
const avoided = page
	.slice(page.indexOf("\n## Words"), page.indexOf("\n## Terms"))
	.split("\n")
	.filter((line) => /^\| [a-z]/.test(line))
	.slice(1)
	.flatMap((line) => (line.split("|")[2] ?? "").split(","))
	.map((word) => word.trim());

function findAvoided(text: string): string[] {
	return avoided.filter((word) =>
		new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i").test(text),
	);
}

const LINK = "https://a.test/x";
const FROM = { origin: "https://a.test", user_agent: "Firefox" };
const MAILS = [
	confirmAddressMail(LINK),
	knownAddressMail("Ada", LINK),
	resetPasswordMail(null, LINK),
	resetPasswordMail("Ada", LINK),
	passwordChangedMail(FROM),
	newBrowserMail(FROM),
	keyCreatedMail(FROM, "notebook"),
	secondFactorMail(FROM, true),
	secondFactorMail(FROM, false),
	confirmNewsletterMail(LINK),
	newsletterWelcomeMail(LINK),
];

describe("The words that people read", () => {
	it("are listed", () => {
		expect(avoided).toContain("whoever");
		expect(avoided.length).toBeGreaterThan(15);
	});

	it.each(MAILS.map((mail) => [mail.subject, mail] as const))(
		"of the mail “%s” are those of the list, in whole sentences",
		(_, { subject, text }) => {
			expect(findAvoided(`${subject} ${text}`)).toEqual([]);
			for (const paragraph of text.split(/\n+/).filter(Boolean))
				expect(paragraph).toMatch(/^(?:[A-Z]|https:)/);
		},
	);

	it.each(Object.entries({ ...PROBLEMS, ...RUN_FAILURES }))(
		"of the error %s are those of the list",
		(_, { title, detail }) => {
			expect(findAvoided(`${title} ${detail}`)).toEqual([]);
		},
	);
});
