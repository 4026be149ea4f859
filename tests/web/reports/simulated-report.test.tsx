import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import {
	sampleRating,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "#tests/web/support/sample-report.ts";
import { showReport } from "./shown-report.tsx";

const verdict = () => screen.getByRole("region", { name: "Verdict" });

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

describe("simulated report", () => {
	it("is marked as simulated at its score and at each statement", () => {
		const ratings = [
			sampleRating("openai", 42, { status: "simulated" }),
			sampleRating("claude", 42, { status: "simulated" }),
		];
		showReport(
			sampleReport({
				video: sampleVideo({ simulated: true, panel: ["openai", "claude"] }),
				statements: [sampleStatement({ ratings })],
			}),
		);
		expect(verdict().textContent).toContain("Simulated");
		expect(
			screen.getByRole("heading", { name: /^Simulated: 2 simulated raters rate/ }),
		).toBeTruthy();
		const card = screen.getByRole("article").closest("li");
		if (card === null) throw new Error("no card");
		expect(within(card).getByText("Simulated")).toBeTruthy();
	});

	it("is marked as simulated in the icons of its filters", () => {
		const ratings = [sampleRating("openai", 42, { status: "simulated" })];
		const second = sampleStatement({ id: "two" as StatementId, ratings });
		showReport(sampleReport({ statements: [sampleStatement({ ratings }), second] }));
		const filters = screen.getByText("Show statements by verdict").closest("fieldset");
		const outlines = [...(filters?.querySelectorAll("svg > path:first-child") ?? [])];
		expect(outlines).toHaveLength(3);
		expect(outlines.map((it) => it.getAttribute("stroke-dasharray"))).toEqual(
			outlines.map(() => "2.4 1.8"),
		);
	});

	it("names simulated raters by number in averages and details", () => {
		const simulated = { status: "simulated", model: "simulated" } as const;
		const ratings = [
			sampleRating("openai", 20, simulated),
			sampleRating("claude", 51, simulated),
			sampleRating("gemini", 60, simulated),
		].map((rating) => ({ ...rating, explanation: "Simulated." }));
		showReport({
			...sampleReport({ statements: [sampleStatement({ ratings })] }),
			video: sampleVideo({ simulated: true, extraction: null }),
		});
		fireEvent.click(screen.getByRole("button", { name: /More/ }));
		expect(verdict().textContent).toContain(
			"The simulated raters disagree on this video: Simulated rater 1 averages 20, Simulated rater 3 60.",
		);
		expect(
			screen
				.getAllByRole("meter", { name: /^Simulated rater/ })
				.map((meter) => meter.getAttribute("aria-label")),
		).toEqual([
			...[1, 2, 3].map((n) => `Simulated rater ${n}, average score`),
			...[1, 2, 3].map((n) => `Simulated rater ${n}, score`),
		]);
		expect(screen.getByRole("heading", { name: "Average score by rater" })).toBeTruthy();
		expect(document.body.innerHTML).not.toMatch(/OpenAI|Claude|Gemini/);
	});
});
