import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NO_FINDING } from "#contract/finding.ts";
import type { StatementId } from "#contract/ids.ts";
import type { Activity, ActivityItem } from "#contract/me.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { MEMBER, shellAnswers } from "#tests/web/support/sample-member.ts";
import { VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { DashboardPage } from "#web/features/dashboard/dashboard-page.tsx";
import { truncate } from "#web/ui/format.ts";

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const VIDEO = {
	id: VIDEO_ID,
	title: "Bridges",
	channel_name: "Plain Engineering",
	thumbnail_url: "",
	bs_score: 42,
	lean: null,
	basis: "memory" as const,
	coverage: { checkable: 1, checked: 0 },
	finding: { ...NO_FINDING, lacks_context: 1 },
	evidence_sources: [],
};

function vote(change: { content?: string; retired?: boolean; days?: number }) {
	return {
		type: "vote",
		created_at: daysAgo(change.days ?? 0),
		vote_type: "upvote",
		statement: {
			id: "s1" as StatementId,
			content: change.content ?? "The bridge opened in 1781.",
			ai_score: 12,
			lean: null,
			verdict: null,
			unverified_reason: null,
			retired: change.retired ?? false,
		},
		video: VIDEO,
	} satisfies ActivityItem;
}

function analysis(outcome: "completed" | "failed", days: number) {
	return {
		type: "analysis",
		created_at: daysAgo(days),
		outcome,
		video: VIDEO,
	} satisfies ActivityItem;
}

function page(items: ActivityItem[], next_cursor: string | null = null) {
	const stats = {
		total_votes: 7,
		agree_votes: 5,
		disagree_votes: 2,
		analyses: 3,
		disputes_moved: 2,
		days_active: 41,
	};
	return () => ({ body: { stats, items, next_cursor } satisfies Activity });
}

function openWith(answers: Parameters<typeof fakeApi>[0]) {
	const asked = fakeApi({ ...shellAnswers(MEMBER), ...answers });
	openPage(<DashboardPage />, "/dashboard?tab=activity");
	return asked;
}

const ALL = "/api/me/activity?filter=all&q=";

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("activity tab", () => {
	it("begins with the totals, including days active", async () => {
		openWith({ [ALL]: page([vote({})]) });
		const days = await screen.findByText("41");
		expect(days.parentElement?.textContent).toBe("Days Active41");
		expect(screen.getByText("Days Active counts the full days since you joined.")).toBeTruthy();
	});

	it("lists votes and analyses, including failed ones, with relative dates", async () => {
		openWith({
			[ALL]: page([vote({ days: 1 }), analysis("completed", 3), analysis("failed", 400)]),
		});
		const [first, second, third] = await within(screen.getByRole("main")).findAllByRole("listitem");
		expect(first?.textContent).toContain("Agreed with a ratingYesterday");
		expect(first?.textContent).toContain("12");
		expect(second?.textContent).toContain("Analyzed3 days ago");
		expect(third?.textContent).toContain("Analysis failed");
		expect(third?.textContent).toContain(
			new Date(daysAgo(400)).toLocaleDateString(undefined, {
				year: "numeric",
				month: "short",
				day: "numeric",
			}),
		);
		expect(third?.textContent).not.toContain("BS Score");
	});

	it("says what the words of both kinds of scores mean, if one is shown", async () => {
		openWith({ [ALL]: page([vote({})]) });
		const legend = (await screen.findByText("What the words mean")).closest("details");
		expect(legend?.textContent).toContain("Questionable");
		expect(legend?.textContent).toContain("Mixed accuracy");
		cleanup();
		const rated = vote({});
		const unverified = { ...rated, statement: { ...rated.statement, ai_score: null } };
		openWith({ [ALL]: page([unverified]) });
		await screen.findByText("The bridge opened in 1781.");
		expect(screen.queryByText("What the words mean")).toBeNull();
	});

	it("truncates a statement after 120 characters", async () => {
		openWith({ [ALL]: page([vote({ content: "x".repeat(121) })]) });
		expect(await screen.findByText(`${"x".repeat(120)}…`)).toBeTruthy();
		expect(truncate("x".repeat(120), 120)).toBe("x".repeat(120));
		expect(truncate("👍👍👍", 2)).toBe("👍👍…");
	});

	it("links to the statement, or says that a newer analysis dropped it", async () => {
		openWith({ [ALL]: page([vote({}), vote({ retired: true, days: 2 })]) });
		const [held, dropped] = await screen.findAllByRole("link", { name: "Bridges" });
		expect(held?.getAttribute("href")).toBe(`/results/${VIDEO_ID}#s-s1`);
		expect(dropped?.getAttribute("href")).toBe(`/results/${VIDEO_ID}`);
		expect(screen.getByText(/no longer includes this statement/)).toBeTruthy();
	});

	it("loads further pages by cursor", async () => {
		openWith({
			[ALL]: page([vote({ content: "First page." })], "next"),
			[`${ALL}&cursor=next`]: page([vote({ content: "Second page.", days: 2 })]),
		});
		fireEvent.click(await screen.findByRole("button", { name: "Load More" }));
		expect(await screen.findByText("Second page.")).toBeTruthy();
		expect(screen.getByText("First page.")).toBeTruthy();
		expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
	});

	it("requests what the filter and the search select", async () => {
		openWith({
			[ALL]: page([vote({})]),
			"/api/me/activity?filter=votes&q=": page([vote({})]),
			"/api/me/activity?filter=votes&q=no+such": page([]),
		});
		const votes = await screen.findByRole("button", { name: "Votes" });
		fireEvent.click(votes);
		expect(votes.getAttribute("aria-pressed")).toBe("true");
		fireEvent.change(screen.getByLabelText("Search your activity"), {
			target: { value: " no such " },
		});
		expect(await screen.findByText(/mentions “no such”/)).toBeTruthy();
	});

	it("shows an error and retries on a click", async () => {
		let down = true;
		openWith({
			[ALL]: () =>
				down ? { status: 500, body: problem(500, "down", "It is away.") } : page([vote({})])(),
		});
		await screen.findByText("It is away.");
		down = false;
		fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
		expect(await screen.findByText("The bridge opened in 1781.")).toBeTruthy();
		await waitFor(() => expect(screen.queryByText("It is away.")).toBeNull());
	});
});
