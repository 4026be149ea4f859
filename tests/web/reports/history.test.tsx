import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { StatementId } from "#contract/ids.ts";
import type { Version, VersionComparison } from "#contract/versions.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { shellAnswers } from "#tests/web/support/sample-member.ts";
import { VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { HistoryPage } from "#web/features/reports/history-page.tsx";
import { HISTORY_ROUTE, paths } from "#web/paths.ts";

const version = (number: number, fields: Partial<Version> = {}): Version => ({
	version: number,
	published_at: `2026-0${number}-05T10:00:00.000Z`,
	simulated: false,
	bs_score: 10 * number,
	lean: null,
	basis: "evidence",
	coverage: { checkable: 4, checked: number },
	claims_count: 4,
	summary: null,
	...fields,
});
const summary = { added: 1, retired: 2, verdicts_moved: 1, pages_changed: 0 };
const statement = (content: string, ai_score: number) => ({
	id: StatementId.parse(content),
	content,
	timestamp: 65,
	ai_score,
	lean: null,
	verdict: null,
	basis: "memory" as const,
});
const comparison: VersionComparison = {
	version: version(3, { summary }),
	from: version(2),
	changes: {
		added: [statement("The new one", 12)],
		retired: [statement("The old one", 80)],
		changed: [
			{
				before: statement("The moved one", 10),
				after: statement("The moved one", 90),
				pages: {
					added: [{ url: "https://example.org/a", title: "A page", stance: "supports" }],
					removed: [],
					changed: [],
				},
			},
		],
		panel: { added: ["claude"], removed: [] },
		models: { added: [], removed: ["openai small"] },
		sources: { added: [], removed: [] },
	},
};

const API = `/api/videos/${VIDEO_ID}`;

function open(versions: Version[], query = "") {
	const compared = () => ({ body: comparison });
	const asked = fakeApi({
		...shellAnswers(null),
		[API]: () => ({ status: 404, body: {} }),
		[`${API}/versions`]: () => ({ body: { versions, next_cursor: null } }),
		[`${API}/versions/3?from=2`]: compared,
		[`${API}/versions/3?from=1`]: compared,
	});
	openPage(
		<Routes>
			<Route path={HISTORY_ROUTE} element={<HistoryPage />} />
		</Routes>,
		paths.history(VIDEO_ID) + query,
	);
	return () => asked.map(({ path }) => path);
}

const page = () => document.body.textContent ?? "";

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("history of a result", () => {
	const three = [version(3, { summary }), version(2, { summary }), version(1)];

	it("says in words how the newest version differs from the one before", async () => {
		open(three);
		expect(await screen.findByText("“The new one”")).toBeTruthy();
		for (const words of [
			"Was: score 20. Now: score 30.",
			"2 of 4 statements had been checked; now it is 3 of 4.",
			"New in the panel: Claude.",
			"No longer in the models: openai small.",
			"Added (1 statement)",
			"No longer included (1 statement)",
			"Was: Factual, score 10. Now: ",
			", score 90.",
			"Now cites A page",
		])
			expect(page()).toContain(words);
		expect(page()).toContain(
			"1 statement added, 2 statements no longer included, 1 verdict changed.",
		);
	});

	it("compares with any other version, and keeps the choice in the address", async () => {
		const asked = open(three);
		const other = await screen.findByLabelText("compared with");
		fireEvent.change(other, { target: { value: "1" } });
		await waitFor(() => expect(asked()).toContain(`${API}/versions/3?from=1`));
		expect(screen.getByTestId("address").textContent).toBe(
			`${paths.history(VIDEO_ID)}?version=3&from=1`,
		);
	});

	it("says that a single version has nothing to be compared with", async () => {
		open([version(1)]);
		expect(await screen.findByText(/This is the only version that is stored/)).toBeTruthy();
	});
});
