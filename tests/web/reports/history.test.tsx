import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NO_FINDING } from "#contract/finding.ts";
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
	scope: "full",
	coverage: { checkable: 4, checked: number },
	finding: { ...NO_FINDING, holds: number, unverified: 4 - number },
	panel: ["openai"],
	claims_count: 4,
	summary: null,
	...fields,
});
const summary = { added: 1, retired: 2, verdicts_moved: 1, pages_changed: 0 };
const statement = (content: string, ai_score: number) => ({
	id: StatementId.parse(content),
	content,
	timestamp: 65,
	on_request: false,
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

function open(versions: Version[], query = "", difference = comparison) {
	const compared = () => ({ body: difference });
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
			"Was: Factual, score 10 (from memory). Now: ",
			", score 90 (from memory).",
			"Now cites A page",
		])
			expect(page()).toContain(words);
		expect(page()).toContain(
			"1 statement added, 2 statements no longer included, 1 verdict changed.",
		);
	});

	it("says beside each number what it is, and gives none where too little was checked", async () => {
		const made_up = version(3, { simulated: true, summary });
		const little = version(2, { bs_score: null, basis: "memory" });
		const nothing = { checkable: 0, checked: 0 };
		const empty = version(1, { bs_score: 0, basis: "memory", coverage: nothing });
		open([made_up, little, empty, version(1, { version: 0, bs_score: null, panel: [] })], "", {
			...comparison,
			version: made_up,
			from: little,
		});
		expect(await screen.findByText("“The new one”")).toBeTruthy();
		for (const words of [
			"score 30 (simulated)",
			"Was: too little could be checked (2 of 4). Now: score 30 (simulated).",
			"Factual, score 12 (simulated)",
			"It was rated: Misleading, score 80 (from memory)",
			"nothing to check",
			"sources without a score",
		])
			expect(page()).toContain(words);
	});

	it("says that only moments were checked before, and what counts since", async () => {
		const moments = version(2, { scope: "moments", bs_score: null, basis: "memory" });
		const asked = { ...statement("The moved one", 90), on_request: true };
		const [moved] = comparison.changes?.changed ?? [];
		const changes = {
			...comparison.changes,
			added: [asked],
			changed: [{ ...moved, before: asked }],
		};
		open(three, "", { ...comparison, from: moments, changes } as VersionComparison);
		expect(await screen.findByText("Added (1 statement)")).toBeTruthy();
		for (const words of [
			"Was: moments only, 2 of 4 checked. Now: score 30.",
			"score 90 (from memory), checked on request, not part of the score. Now: ",
		])
			expect(page()).toContain(words);
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
