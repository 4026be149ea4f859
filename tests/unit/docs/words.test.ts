import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
	confirmAddressMail,
	keyCreatedMail,
	knownAddressMail,
	newBrowserMail,
	passwordChangedMail,
	resetPasswordMail,
	secondFactorMail,
} from "#features/accounts/mail/mails.ts";
import { confirmNewsletterMail, newsletterWelcomeMail } from "#features/newsletter/routes.ts";
import { PROBLEMS } from "#http/problem-catalogue.ts";
import { RUN_FAILURES } from "#http/run-failures.ts";
import { SENTENCES } from "#worker/openapi/describe-fields.ts";
import { problemRemedies } from "#worker/openapi/problem-remedies.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const architecture = read("docs/architecture.md");
const listFrom = architecture.indexOf("\n## Words");
const listTo = architecture.indexOf("\n## Terms");
/** The right column of each table of words. */
const [everywhere = [], shown = []] = architecture
	.slice(listFrom, listTo)
	.split("\n\n")
	.filter((block) => block.startsWith("|"))
	.map((table) =>
		table
			.trim()
			.split("\n")
			.slice(2)
			.flatMap((line) => (line.split("|")[2] ?? "").split(","))
			.map((word) => word.trim()),
	);

function findAvoided(text: string, words: string[]): string[] {
	return words.filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i").test(text));
}

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
const documents = [
	...DOCUMENTS,
	...readdirSync(join(ROOT, "docs"))
		.filter((name) => name.endsWith(".md"))
		.map((name) => `docs/${name}`),
];

const LINK = "https://a.test/x";
const MAILED = { url: LINK, code: "BCDF-GHJK" };
const FROM = { origin: "https://a.test", user_agent: "Firefox" };
const MAILS = [
	confirmAddressMail(MAILED),
	knownAddressMail("Ada", LINK),
	resetPasswordMail(null, MAILED),
	resetPasswordMail("Ada", MAILED),
	passwordChangedMail(FROM),
	newBrowserMail(FROM),
	keyCreatedMail(FROM, "notebook"),
	secondFactorMail(FROM, true),
	secondFactorMail(FROM, false),
	confirmNewsletterMail(MAILED),
	newsletterWelcomeMail(MAILED),
];

describe("words to avoid", () => {
	it("are listed in docs/architecture.md", () => {
		expect(everywhere).toContain("whoever");
		expect(shown).toContain("mail");
	});

	it.each(MAILS.map((mail) => [mail.subject, mail] as const))(
		"do not occur in the mail “%s”, which has whole sentences",
		(_, { subject, text }) => {
			const words = [...everywhere, ...shown];
			expect(findAvoided(`${subject} ${text}`, words)).toEqual([]);
			for (const paragraph of text.split(/\n+/).filter(Boolean))
				expect(paragraph).toMatch(/^(?:[A-Z]|https:)/);
		},
	);

	it.each(Object.entries({ ...PROBLEMS, ...RUN_FAILURES }))(
		"do not occur in the error %s",
		(_, { title, detail }) => {
			const words = [...everywhere, ...shown];
			expect(findAvoided(`${title} ${detail}`, words)).toEqual([]);
		},
	);

	it.each(problemRemedies())("do not occur in the remedy of $code", ({ means, remedy }) => {
		expect(findAvoided(`${means} ${remedy}`, [...everywhere, ...shown])).toEqual([]);
	});

	it("do not occur in the sentences of fields", () => {
		const sentences = Object.values(SENTENCES);
		expect(sentences.filter((one) => findAvoided(one, everywhere).length > 0)).toEqual([]);
	});

	it.each(documents)("do not occur in %s", (path) => {
		const text =
			path === "docs/architecture.md"
				? architecture.slice(0, listFrom) + architecture.slice(listTo)
				: read(path);
		expect(findAvoided(text, everywhere)).toEqual([]);
	});
});

/** Names that are stored or seen from outside. */
const KEPT =
	/votes_held|\bholds?\b|Held(?:Votes|Totals)|VoteHold|burst_not_found|vote_checks_unsuspect/g;

describe("a vote check", () => {
	const files = ["web", "worker", "durable-objects", "extension", "tests"].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true })
			.map((path) => join(folder, String(path)))
			.filter((path) => /\.(?:tsx?|css)$/.test(path) && !path.endsWith("words.test.ts")),
	);
	const others = (avoided: RegExp, paths: string[]) =>
		paths.filter((path) => avoided.test(path) || avoided.test(read(path).replace(KEPT, "")));

	it("has no other name in code and tests", () => {
		expect(files.length).toBeGreaterThan(1_000);
		expect(others(/brigad/i, files)).toEqual([]);
	});

	it("has none in the files about votes", () => {
		const about = files.filter((path) => /votes?\b/.test(path));
		expect(about.length).toBeGreaterThan(20);
		const avoided = /suspect|suspicious|contested|\bbursts?\b|(?<![a-z])held\b/i;
		expect(others(avoided, about)).toEqual([]);
	});
});
