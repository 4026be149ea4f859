import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import {
	Spending,
	SpendingAnalyses,
	type SpendingAnalysis,
	type SpentOnStep,
} from "#contract/spending.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { sampleMe } from "#tests/web/support/sample-account.ts";
import { MEMBER, shellAnswers } from "#tests/web/support/sample-member.ts";
import { AdminPage } from "#web/features/operations/admin-page.tsx";
import { formatCost, formatUsd } from "#web/features/spending/spending-tables.tsx";

const AMOUNTS = {
	calls: 4,
	requests: 5,
	input_tokens: 1_200,
	output_tokens: 400,
	cost_usd: 0.5,
	unpriced_calls: 0,
};
const STEP = {
	...AMOUNTS,
	provider: "openai",
	model: "gpt-6-luna",
	step: "rate",
	failed_calls: 1,
} satisfies SpentOnStep;

function sampleSpending(change: Partial<Spending> = {}): Spending {
	return Spending.parse({
		today: {
			day: "2026-11-21",
			lifts_at: "2026-11-22T00:00:00.000Z",
			calls: { taken: 150, limit: 200 },
			searches: { taken: 12, limit: 5_000 },
			usd: { taken: 0.25, limit: null },
			shares: {
				member: { calls: 2_000, searches: 500, usd: null },
				new_member: { calls: 1_000, searches: 250, usd: null },
				network: { calls: 4_000, searches: null, usd: null },
			},
			takers: [
				{
					of: "member",
					member: { id: "m2", full_name: "Grace" },
					calls: 500,
					searches: 250,
					usd: 0.2,
				},
				{ of: "new_member", member: null, calls: 900, searches: 0, usd: 0.05 },
				{ of: "network", member: null, calls: 1_400, searches: 250, usd: 0.25 },
			],
		},
		days: [
			{ ...STEP, day: "2026-11-21" },
			{
				...STEP,
				day: "2026-11-21",
				provider: "gemini",
				model: "own-model",
				cost_usd: null,
				unpriced_calls: 4,
			},
		],
		members: [
			{ ...AMOUNTS, member: { id: "m2", full_name: "Grace" }, analyses: 3 },
			{ ...AMOUNTS, member: null, analyses: 1 },
		],
		...change,
	});
}

function sampleAnalysis(run: string): SpendingAnalysis {
	const page = SpendingAnalyses.parse({
		analyses: [
			{
				...AMOUNTS,
				run,
				video_id: "abcdefghijk",
				title: `Talk ${run}`,
				status: "completed",
				simulated: false,
				started_by: { id: "m2", full_name: "Grace" },
				started_at: "2026-11-21T09:00:00.000Z",
				ended_at: "2026-11-21T09:01:00.000Z",
				steps: [STEP],
			},
		],
		next_cursor: null,
	});
	const [analysis] = page.analyses;
	if (!analysis) throw new Error("There is one");
	return analysis;
}

function openAs(
	user: User | null,
	{
		is_admin = true,
		spending = () => ({ body: sampleSpending() as unknown }),
		analyses = [sampleAnalysis("run1")],
	}: {
		is_admin?: boolean;
		spending?: () => { status?: number; body: unknown };
		analyses?: SpendingAnalysis[];
	} = {},
) {
	const asked = fakeApi({
		...shellAnswers(user),
		"/api/me": () => ({ body: sampleMe({ is_admin }) }),
		"/api/admin/spending": spending,
		"/api/admin/spending/analyses": () => ({
			body: { analyses, next_cursor: analyses.length ? "more" : null },
		}),
		"/api/admin/spending/analyses?cursor=more": () => ({
			body: { analyses: [sampleAnalysis("run2")], next_cursor: null },
		}),
	});
	openPage(<AdminPage />, "/admin?view=spending");
	return asked;
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("shares of a day", () => {
	it("are listed, with those who have taken most of today", async () => {
		openAs(MEMBER);
		const shares = await screen.findByRole("region", { name: "Shares of a day" });
		const row = (name: RegExp, within_: HTMLElement) =>
			within(within_).getByRole("row", { name }).textContent?.replace(/\s+/g, " ");
		expect(row(/^One member/, shares)).toBe("One member2,000500none");
		expect(row(/^One network/, shares)).toBe("One network4,000nonenone");
		const takers = screen.getByRole("region", { name: "Most of today" });
		expect(row(/^Grace/, takers)).toContain("50% of a member's share");
		expect(row(/^Deleted account/, takers)).toContain("90% of a new account's share");
		expect(row(/^A network/, takers)).toContain("35% of a network's share");
	});
});

describe("spending page", () => {
	it.each([
		["an anonymous visitor", null],
		["a member", MEMBER],
	])("does not exist for %s and requests no figures", async (_, user) => {
		const asked = openAs(user, { is_admin: false });
		expect(await screen.findByText("Page not found")).toBeTruthy();
		expect(asked.filter(({ path }) => path.includes("/admin/"))).toEqual([]);
	});

	it("shows today's use of each limit, and says if there is no limit", async () => {
		openAs(MEMBER);
		const meter = await screen.findByRole("meter", { name: "Calls to providers of today's limit" });
		expect(meter.getAttribute("aria-valuenow")).toBe("75");
		expect(screen.getByText("of 200")).toBeTruthy();
		expect(screen.getByText("(no limit)")).toBeTruthy();
		expect(screen.getAllByRole("meter").map((it) => it.getAttribute("aria-label"))).toEqual([
			"Calls to providers of today's limit",
			"Paid searches of today's limit",
		]);
		expect(screen.getByText(/leaves out 4 calls to models whose price is unknown/)).toBeTruthy();
	});

	it("sums each day by provider and shows unknown costs as unknown", async () => {
		openAs(MEMBER);
		const table = await screen.findByRole("table", { name: /by day/ });
		const [, day, providers] = within(table).getAllByRole("row");
		expect(day?.textContent).toContain("103.2Kover $0.50");
		expect(providers?.textContent).toBe("OpenAI $0.50 · Gemini unknown");
	});

	it("names members, and groups those who have left", async () => {
		openAs(MEMBER);
		const table = await screen.findByRole("table", { name: /by member/ });
		expect(within(table).getByText("Grace")).toBeTruthy();
		expect(within(table).getByText("Deleted accounts")).toBeTruthy();
	});

	it("lists analyses with their steps, and more on request", async () => {
		openAs(MEMBER);
		const first = await screen.findByRole("link", { name: "Talk run1" });
		expect(first.getAttribute("href")).toBe("/results/abcdefghijk");
		expect(screen.getByText(/OpenAI rated with gpt-6-luna: 5 requests, 1 failed/)).toBeTruthy();
		fireEvent.click(screen.getByRole("button", { name: "Load More" }));
		await screen.findByRole("link", { name: "Talk run2" });
		await waitFor(() => expect(screen.queryByRole("button", { name: "Load More" })).toBeNull());
	});

	it("says that there are no analyses yet", async () => {
		openAs(MEMBER, {
			spending: () => ({ body: sampleSpending({ days: [], members: [] }) }),
			analyses: [],
		});
		expect(await screen.findByText("No analyses yet")).toBeTruthy();
		expect(screen.queryByRole("region", { name: "The last 30 days" })).toBeNull();
	});

	it("shows an error and retries on a click", async () => {
		let fails = true;
		openAs(MEMBER, {
			spending: () =>
				fails
					? { status: 500, body: problem(500, "internal", "It went wrong.") }
					: { body: sampleSpending() },
		});
		expect(await screen.findByText("It went wrong.")).toBeTruthy();
		fails = false;
		fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
		expect(await screen.findByText("of 200")).toBeTruthy();
	});
});

describe("formatted cost", () => {
	it.each([
		[0, "$0.00"],
		[0.000_32, "$0.00032"],
		[0.0123, "$0.01"],
		[1_234.5, "$1,234.50"],
	])("of %d is %s", (usd, words) => {
		expect(formatUsd(usd)).toBe(words);
	});

	it("is unknown, or more than the known part", () => {
		expect(formatCost({ cost_usd: null, unpriced_calls: 3 })).toBe("unknown");
		expect(formatCost({ cost_usd: 2, unpriced_calls: 3 })).toBe("over $2.00");
		expect(formatCost({ cost_usd: 0, unpriced_calls: 0 })).toBe("$0.00");
	});
});
