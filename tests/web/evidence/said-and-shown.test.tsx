import { cleanup, fireEvent, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { StatementId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import { card, open, prepareCards, show } from "#tests/web/reports/shown-card.tsx";
import {
	checkedReport,
	MISSING_CONTEXT,
	OUTDATED,
	SUPPORTED,
	unverified,
} from "#tests/web/support/sample-evidence.ts";
import {
	CONFIRMED,
	CONTEXT,
	DIFFERING,
	NOT_CONFIRMED,
	PART_ONLY,
	UNREAD,
} from "#tests/web/support/sample-readings.ts";
import { sampleStatement } from "#tests/web/support/sample-report.ts";
import { loadPrinted } from "#web/features/reports/statements/printable-statements.tsx";

prepareCards();

const AROUND = `… ${CONTEXT.before} `;
const SHOWS_ALL = "Read a second time by another model (Gemini): shows all of it";

/** The text of a section of the card, by its heading. */
function section(name: RegExp): string {
	const heading = within(card()).getByRole("heading", { name });
	return heading.closest("section")?.textContent ?? "";
}

async function opened(statement: Statement): Promise<string> {
	cleanup();
	show([statement]);
	await open();
	return card().textContent ?? "";
}

describe("what was said", () => {
	it.each([
		["with a verdict", DIFFERING],
		["without sources", sampleStatement({ context: CONTEXT })],
	])("is folded in a closed card %s, and unfolds in place", (_, statement) => {
		show([statement]);
		const fold = within(card()).getByRole("button", { name: /In context/ });
		expect(fold.getAttribute("aria-expanded")).toBe("false");
		expect(card().textContent).not.toContain(CONTEXT.before);
		fireEvent.click(fold);
		expect(fold.getAttribute("aria-expanded")).toBe("true");
		const shown = document.getElementById(fold.getAttribute("aria-controls") ?? "");
		expect(shown?.textContent).toBe(`${AROUND}${statement.quote} ${CONTEXT.after}\u00a0…`);
		fireEvent.click(fold);
		expect(card().textContent).not.toContain(CONTEXT.before);
	});

	it("has nothing to unfold if no words around it are known", () => {
		show([SUPPORTED]);
		expect(within(card()).queryByRole("button", { name: /In context/ })).toBeNull();
	});

	it.each([
		["with a verdict", DIFFERING],
		["without sources", sampleStatement({ context: CONTEXT })],
	])("is shown in full in an open card %s, once", async (_, statement) => {
		const text = await opened(statement);
		const words = section(/^What was said/);
		expect(words).toContain(`${AROUND}${statement.quote} ${CONTEXT.after}\u00a0…`);
		expect(words).toContain(`Checked as${statement.content}`);
		expect(text.split(CONTEXT.before)).toHaveLength(2);
		expect(within(card()).queryByRole("button", { name: /In context/ })).toBeNull();
	});

	it("does not repeat a wording that is the quote", async () => {
		await opened(CONFIRMED);
		expect(section(/^What was said/)).not.toContain("Checked as");
	});
});

describe("what shows it", () => {
	it("has each quote, and the second reading once under them", async () => {
		await opened(CONFIRMED);
		const shown = section(/^What shows it/);
		expect(shown).toContain("For 1 quote");
		expect(shown).toContain("found on the page");
		expect(shown.endsWith(SHOWS_ALL)).toBe(true);
	});

	it.each<[string, Statement, string]>([
		["refuted", DIFFERING, "by the same model (OpenAI): shows the contrary"],
		[
			"missing context",
			{
				...MISSING_CONTEXT,
				support: { ...PART_ONLY.support, by: "gemini" } as Statement["support"],
			},
			"by another model (Gemini): shows a part of it",
		],
		[
			"no longer true",
			{ ...OUTDATED, support: CONFIRMED.support },
			"by another model (Gemini): shows all of it",
		],
	])(
		"says what the second reading found of a statement that is %s",
		async (_, statement, words) => {
			expect(await opened(statement)).toContain(`Read a second time ${words}`);
		},
	);

	it("says if nobody read the quotes a second time", async () => {
		expect(await opened(UNREAD)).toContain("Not read a second time");
		expect(await opened(unverified("no_evidence_found"))).not.toContain("a second time");
	});

	it("says what the quotes leave open, closed and open", async () => {
		show([PART_ONLY]);
		expect(card().textContent).toMatch(/^Models differ.*Unverified: only a part is shown/);
		// The quote that shows the other part comes first.
		await waitFor(() =>
			expect(card().textContent).toMatch(
				new RegExp(
					`${PART_ONLY.evidence[0]?.quote}.*Supported in part: that the work took three years is not shown`,
				),
			),
		);
		const text = await opened(PART_ONLY);
		expect(section(/^What was found/)).toContain(
			"Supported in part: that the work took three years is not shownRead a second time by another model (Gemini).",
		);
		expect(text).not.toContain("What shows it");
		// A source was found, so it is not "without a source".
		expect(text).toContain("From memory, the models lean neither way.");
		expect(text).not.toContain("without a source");
	});

	it("says so of a refuted statement, and of one that the raters did not agree on", async () => {
		const ratings = (verdict: "refuted" | "missing_context") =>
			PART_ONLY.ratings.map((it) => ({ ...it, verdict }));
		const part = (given: Partial<Statement>) => opened({ ...PART_ONLY, ...given });
		expect(await part({ ratings: ratings("refuted") })).toContain(
			"Refuted in part by its sources: that the work took three years is left open",
		);
		expect(await part({ ratings: ratings("missing_context") })).toContain(
			"Only a part is shown: that the work took three years is left open",
		);
	});

	it("shows both readings if the second disagrees", async () => {
		await opened(NOT_CONFIRMED);
		expect(section(/^What was found/)).toContain(
			"The second reading disagreesFirst reading: 3 supported.Second reading, by another model (Gemini): does not show it.",
		);
	});

	it("marks both with their own hollow icon", () => {
		const signs = [PART_ONLY, NOT_CONFIRMED, unverified("not_enough"), unverified("budget")].map(
			(statement) => {
				const mark = statementMark(statement);
				expect(mark.band).toBeNull();
				return mark.sign;
			},
		);
		expect(new Set(signs).size).toBe(3);
		expect(signs[2]).toBe(signs[3]);
	});

	it("names a simulated reader by number", async () => {
		const ratings = CONFIRMED.ratings.map((it) => ({ ...it, status: "simulated" as const }));
		const text = await opened({ ...CONFIRMED, ratings });
		expect(text).toContain("by another rater (Simulated rater 3): shows all of it");
		expect(text).not.toContain("Gemini");
	});
});

describe("raters whose verdicts differ", () => {
	it("come before what they agree on", () => {
		show([DIFFERING]);
		expect(card().textContent).toMatch(/^Models differ: 2 refuted, 1 supportedRefuted/);
	});

	it("are not named if they agree, abstain in other ways, or have no quote that was found", () => {
		const [first, second, third] = DIFFERING.ratings;
		if (!first || !second || !third) throw new Error("three ratings");
		const abstaining = [
			{ ...first, verdict: "not_checkable" as const },
			{ ...second, verdict: "not_enough_evidence" as const },
		];
		for (const statement of [
			CONFIRMED,
			{ ...DIFFERING, ratings: [first, { ...second, status: "unsupported" as const }, third] },
			{ ...DIFFERING, ratings: [first, { ...second, status: "failed" as const }, third] },
			{ ...unverified("not_checkable"), ratings: abstaining },
		]) {
			show([statement]);
			expect(card().textContent).not.toContain("differ");
			cleanup();
		}
	});

	it("include one that abstains beside one that judges", () => {
		show([PART_ONLY]);
		expect(card().textContent).toMatch(
			/^Models differ: 2 supported, 1 not enough evidenceUnverified/,
		);
	});

	it("are no models if they are simulated", () => {
		const ratings = DIFFERING.ratings.map((it) => ({ ...it, status: "simulated" as const }));
		show([{ ...DIFFERING, ratings }]);
		expect(card().textContent).toMatch(/^Simulated raters differ: 2 refuted, 1 supported/);
	});
});

describe("a claim that was checked before", () => {
	it("stands first in the open card: publisher, day, rating and link, apart from the verdict", async () => {
		await opened(CONFIRMED);
		const text = section(/^Checked before/);
		expect(text).toContain("Checked before by others, with no part in our verdict");
		expect(text).toMatch(/The Harbour Register · Read it on \S+.* · Mar 4, 2025/);
		expect(text).toContain("Its rating: Correct, with a note on the date");
		expect(text).toMatch(/Checkers · Read it on checkers\.example.* · no date found/);
		const [first, second] = within(card()).getAllByRole("link", { name: /^Read it on/ });
		expect(first?.getAttribute("href")).toBe(CONFIRMED.fact_checks[0]?.url);
		expect(first?.getAttribute("rel")).toContain("nofollow");
		expect(second?.textContent).toContain("Read it on checkers.example");
		const headings = within(card()).getAllByRole("heading", { level: 4 });
		expect(headings[0]?.textContent).toMatch(/^Checked before/);
	});

	it("has no link that is no web address, and no markup", async () => {
		const [check] = CONFIRMED.fact_checks;
		if (!check) throw new Error("a fact check");
		const hostile = { ...check, publisher: "<b>x</b>", url: "javascript:alert(1)" };
		await opened({ ...CONFIRMED, fact_checks: [hostile] });
		expect(section(/^Checked before/)).toContain("<b>x</b>");
		expect(within(card()).queryByRole("link", { name: /^Read it on/ })).toBeNull();
	});

	it("is not mentioned where there is none", async () => {
		const report = checkedReport();
		show(report.statements);
		expect(document.body.textContent).not.toContain("Checked before");
	});
});

describe("a printed report", () => {
	it("has all of this, because nothing can be opened on paper", async () => {
		const report = checkedReport();
		const video = { ...report.video, language: "de" };
		const container = show([CONFIRMED, PART_ONLY], { ...report, video });
		await loadPrinted();
		fireEvent(window, new Event("beforeprint"));
		const text = container.querySelector("section.print\\:block")?.textContent;
		expect(text).toContain(
			"Checked before by The Harbour Register, on register.example.org (2025-03-04): Correct, with a note on the datehttps://register.example.org/checks/concrete",
		);
		expect(text).toContain(`${AROUND}${CONFIRMED.quote} ${CONTEXT.after}\u00a0…`);
		const printed = [...container.querySelectorAll("section.print\\:block [lang=de]")];
		expect(printed.map(({ textContent }) => textContent)).toContain(CONFIRMED.explanation);
		expect(text).toContain(`${SHOWS_ALL}.`);
		expect(text).toContain("Models differ: 2 supported, 1 not enough evidence");
		expect(text).toContain("Supported in part: that the work took three years is not shown.");
		fireEvent(window, new Event("afterprint"));
	});

	it("repeats no statement that was checked as it was said", async () => {
		const quote = "the bridge opened in 1781";
		const [same, other] = ["The bridge opened in 1781.", "It opened in 1781."].map((content) => ({
			...CONFIRMED,
			id: StatementId.parse(content),
			quote,
			content,
		}));
		if (!(same && other)) throw new Error("two statements");
		const container = show([same, other]);
		await loadPrinted();
		fireEvent(window, new Event("beforeprint"));
		const text = container.querySelector("section.print\\:block")?.textContent;
		expect(text).not.toContain(`Checked as${same.content}`);
		expect(text).toContain(`Checked as${other.content}`);
		fireEvent(window, new Event("afterprint"));
	});
});
