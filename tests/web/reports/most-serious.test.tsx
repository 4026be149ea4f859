import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import { sampleReport, sampleStatement } from "#tests/web/support/sample-report.ts";
import { showReport } from "./shown-report.tsx";

/** Shows a report whose statements have these scores. */
function show(scores: number[]): void {
	const statements = scores.map((ai_score) =>
		sampleStatement({ ai_score, id: `s${ai_score}` as StatementId, content: `Rated ${ai_score}` }),
	);
	showReport(sampleReport({ statements }));
}

const linksOf = (name: string) =>
	within(screen.getByRole("navigation", { name })).getAllByRole("link");

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

describe("most serious statements", () => {
	it("are at most three, with a link to all", () => {
		show([5, 95, 40, 80, 35]);
		const serious = linksOf("Most serious statements");
		expect(serious.map((link) => link.getAttribute("href"))).toEqual([
			expect.stringContaining("s95"),
			expect.stringContaining("s80"),
			expect.stringContaining("s40"),
			"#statements",
		]);
		fireEvent.click(serious[0] as HTMLElement);
		expect(screen.getByRole("button", { name: /^Less/ }).closest("li")?.textContent).toContain(
			"Score by model",
		);
	});

	it("leave out factual statements, even if fewer than three remain", () => {
		show([5, 95, 20]);
		const serious = linksOf("Most serious statements");
		expect(serious.map((link) => link.getAttribute("href"))).toEqual([
			expect.stringContaining("s95"),
			"#statements",
		]);
	});

	it("have no heading and no list if every statement is factual", () => {
		show([5, 20]);
		expect(screen.queryByRole("heading", { name: /Most|Highest/ })).toBeNull();
		const links = linksOf("Statements");
		expect(links.map((link) => link.getAttribute("href"))).toEqual(["#statements"]);
	});
});
