import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showReport } from "#tests/web/reports/shown-report.tsx";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { checkedReport, withLostGround } from "#tests/web/support/sample-evidence.ts";

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
	fakeApi({});
});
afterEach(cleanup);

const mark = () => screen.findByText("Evidence changed.");

describe("report with a verdict that lost its ground", () => {
	it("says so above the score, with a link to each affected statement", async () => {
		showReport(withLostGround(checkedReport(), "refuted", "supported"));
		const note = (await mark()).closest("p") as HTMLElement;
		expect(note.textContent).toContain(
			"2 verdicts rest on pages that have changed or are gone: statement at 1:04, statement at 7:10.",
		);
		const links = within(note).getAllByRole("link");
		expect(links.map(({ textContent }) => textContent)).toEqual([
			"statement at 1:04",
			"statement at 7:10",
		]);
		expect(links.map((it) => it.getAttribute("href"))).toEqual(["/#s-supported", "/#s-refuted"]);
		const score = screen.getByRole("region", { name: "Verdict" });
		expect(note.compareDocumentPosition(score)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
	});

	it("counts the affected statements that it does not link to", async () => {
		const ids = ["supported", "refuted", "outdated", "missing", "conflicting"];
		showReport(withLostGround(checkedReport(), ...ids));
		const note = (await mark()).closest("p") as HTMLElement;
		expect(within(note).getAllByRole("link")).toHaveLength(4);
		expect(note.textContent).toMatch(/5 verdicts rest .+ and 1 more\.$/);
	});

	it("counts the statements whose time is unknown", async () => {
		const report = withLostGround(checkedReport(), "refuted");
		const statements = report.statements.map((it) => ({
			...it,
			timestamp_source: "unknown" as const,
		}));
		showReport({ ...report, statements });
		const note = (await mark()).closest("p") as HTMLElement;
		const place = statements.findIndex(({ id }) => id === "refuted") + 1;
		expect(within(note).getByRole("link").textContent).toBe(`statement ${place}`);
	});

	it("says nothing while every verdict has its ground", () => {
		showReport(checkedReport());
		expect(screen.queryByText("Evidence changed.")).toBeNull();
	});

	it("says since when, where it says how the result was made", async () => {
		showReport(checkedReport());
		await screen.findByText("Checked with sources");
		expect(screen.queryByText("Evidence changed")).toBeNull();
		cleanup();
		showReport(withLostGround(checkedReport(), "refuted"));
		const fact = await screen.findByText("Evidence changed");
		expect(fact.nextSibling?.textContent).toMatch(/March 5|5 March|Mar 5/);
	});
});
