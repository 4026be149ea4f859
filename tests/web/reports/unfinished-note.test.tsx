import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import { LIMIT_REACHED } from "#contract/unfinished.ts";
import { ratingFallback } from "#features/raters/consensus.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import {
	sampleRating,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "#tests/web/support/sample-report.ts";
import { ShownReport } from "./shown-report.tsx";

afterEach(cleanup);

const failed = (message: string) => ({ ...ratingFallback("gemini", "m", message), score: null });

describe("report of a run that lacked time", () => {
	it("says whose ratings are missing, and offers to check the rest", async () => {
		const start = vi.fn();
		const statements = [
			sampleStatement({ id: "a" as StatementId, ratings: [sampleRating("openai", 20)] }),
			sampleStatement({
				id: "b" as StatementId,
				ratings: [sampleRating("openai", 20), failed(LIMIT_REACHED)],
			}),
		];
		openPage(<ShownReport report={sampleReport({ statements })} reanalysis={{ start }} />, "/");
		const note = await screen.findByText("Not finished.");
		expect(note.parentElement?.textContent).toContain(
			"Gemini had no time left for 1 statement of 2: statement at",
		);
		fireEvent.click(screen.getByRole("button", { name: "Check the rest" }));
		expect(start).toHaveBeenCalledOnce();
	});

	it("says nothing of providers that failed otherwise", () => {
		const statements = [sampleStatement({ ratings: [failed("timed out after 30 s")] })];
		openPage(<ShownReport report={sampleReport({ statements })} />, "/");
		expect(screen.queryByText("Not finished.")).toBeNull();
	});
});

describe("report without statements", () => {
	it("says how many sentences a simple rule finds where the model found none", async () => {
		const extraction = { by: "openai" as const, found: 0, chosen: 0, found_by_rule: 7 };
		const video = sampleVideo({ bs_score: 0, claims_count: 0, extraction });
		openPage(<ShownReport report={sampleReport({ statements: [], video })} />, "/");
		expect(
			await screen.findByText(
				/^The model found nothing to check; a simple rule finds 7 sentences\./,
			),
		).toBeTruthy();
	});
});
