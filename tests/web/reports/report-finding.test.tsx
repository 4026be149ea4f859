import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import {
	CHECKED_STATEMENTS,
	checkedReport,
	REFUTED,
	SUPPORTED,
	tooLittleReport,
} from "#tests/web/support/sample-evidence.ts";
import { sampleReport, sampleStatement } from "#tests/web/support/sample-report.ts";
import { leadingClaims } from "#web/features/reports/finding/leading-claims.ts";
import { renderReport } from "./rendered-report.ts";
import { showReport } from "./shown-report.tsx";

const claims = () => [...document.querySelectorAll<HTMLElement>("[data-claim]")];

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

describe("leadingClaims", () => {
	const order = (statements: Statement[]) => leadingClaims(statements).map(({ id }) => id);
	const named = (id: string, from: Statement, change: Partial<Statement> = {}): Statement => ({
		...from,
		id: id as StatementId,
		...change,
	});

	it("puts what was refuted first and what holds last, and at most three", () => {
		expect(order([...CHECKED_STATEMENTS].reverse())).toEqual([
			"refuted",
			"outdated",
			"conflicting",
		]);
		expect(order([SUPPORTED, REFUTED])).toEqual(["refuted", "supported"]);
	});

	it("orders the same outcome by score, then by independent sources, then by time", () => {
		const statements = [
			named("late", REFUTED, { timestamp: 500 }),
			named("early", REFUTED, { timestamp: 5 }),
			named("sources", REFUTED, { independent_sources: 9, timestamp: 900 }),
			named("score", REFUTED, { ai_score: 99, independent_sources: 0, timestamp: 999 }),
		];
		expect(order(statements)).toEqual(["score", "sources", "early"]);
	});

	it("begins with the most certain of the claims that hold", () => {
		const statements = [
			named("weak", SUPPORTED, { ai_score: 28 }),
			named("certain", SUPPORTED, { ai_score: 2 }),
		];
		expect(order(statements)).toEqual(["certain", "weak"]);
	});

	it("leaves out what is unverified and what was checked on request", () => {
		expect(order([named("asked", REFUTED, { on_request: true })])).toEqual([]);
		expect(order(tooLittleReport(0).statements)).toEqual([]);
	});

	it("goes by the score's band in a run without sources", () => {
		const rated = [5, 95, 40].map((ai_score) =>
			named(`s${ai_score}`, sampleStatement(), { ai_score }),
		);
		expect(order(rated)).toEqual(["s95", "s40", "s5"]);
	});
});

describe("the finding of a report", () => {
	it("shows each claim with verdict, time, strongest quote and where that stands", () => {
		showReport(checkedReport());
		const [first] = claims();
		const text = first?.textContent;
		expect(claims()).toHaveLength(3);
		for (const part of ["Refuted", "7:10", REFUTED.content, "example.org", "2021", "thirteen"])
			expect(text).toContain(part);
		// Its own words are no quote of the speaker.
		expect(text).not.toContain(`“${REFUTED.content}`);
	});

	it("names who speaks", () => {
		showReport(checkedReport({ statements: [{ ...REFUTED, speaker: "Dr. Kassar" }] }));
		expect(claims()[0]?.textContent).toContain("Dr. Kassar");
	});

	it("leads to the statement, which opens", () => {
		showReport(checkedReport());
		fireEvent.click(
			within(claims()[0] as HTMLElement).getByRole("link", { name: REFUTED.content }),
		);
		expect(window.location.hash).toBe("#s-refuted");
		expect(screen.getByRole("button", { name: /^Less/ }).closest("li")?.id).toBe("s-refuted");
	});

	it("shows the models' reason where there is no source", () => {
		showReport(
			sampleReport({ statements: [sampleStatement({ explanation: "It opened later." })] }),
		);
		expect(claims()[0]?.textContent).toContain("Questionable");
		expect(claims()[0]?.textContent).toContain("It opened later.");
	});
});

describe("the page of a statement", () => {
	it("has the claim where the report has its finding, and the report's sentence beside it", () => {
		const html = renderReport(checkedReport(), SUPPORTED.id);
		document.body.innerHTML = html.slice(html.indexOf("<main"));
		const [claim, ...others] = claims();
		expect(others).toEqual([]);
		expect(claim?.textContent).toContain("Supported");
		expect(claim?.textContent).toContain(SUPPORTED.evidence[0]?.quote);
		expect(document.body.textContent).toContain(
			"The whole report: 1 of 5 checked claims does not hold.",
		);
		document.body.innerHTML = "";
	});
});
