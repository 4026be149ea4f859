import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { VoteCheck, VoteCheckDecision } from "#contract/votes.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { sampleMe } from "#tests/web/support/sample-account.ts";
import { MEMBER, shellAnswers } from "#tests/web/support/sample-member.ts";
import { sampleStatement, VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { AdminPage } from "#web/features/operations/admin-page.tsx";

const AT = "2026-01-31T10:00:00.000Z";
const QUOTE = "they built the bridge in 1931";

function sampleCheck(): VoteCheck {
	return {
		id: "7",
		state: "open",
		cause: "new_accounts",
		vote_type: "downvote",
		video: { id: VIDEO_ID, title: "How bridges carry loads" },
		statement: { id: sampleStatement().id, quote: QUOTE },
		votes: 200,
		fresh_votes: 190,
		shared_votes: 50,
		first_at: AT,
		last_at: "2026-01-31T10:00:40.000Z",
		before: { upvotes: 4, downvotes: 1 },
		now: { upvotes: 6, downvotes: 201 },
		opened_at: AT,
		decided_at: null,
	};
}

function openAs(
	user: User | null,
	{
		checks = [sampleCheck()],
		is_admin = true,
		failing = false,
	}: { checks?: VoteCheck[]; is_admin?: boolean; failing?: boolean } = {},
) {
	let known = checks;
	const listed = (wanted: VoteCheck["state"]) => () => ({
		body: { holds: known.filter(({ state }) => state === wanted), next_cursor: null },
	});
	const asked = fakeApi({
		...shellAnswers(user),
		"/api/me": () => ({ body: sampleMe({ is_admin }) }),
		"/api/admin/waiting": () => ({
			body: { claims: 0, votes: known.filter(({ state }) => state === "open").length, disputes: 0 },
		}),
		"/api/admin/votes?state=open": listed("open"),
		"/api/admin/votes?state=settled": listed("settled"),
		"/api/admin/votes?state=upheld": listed("upheld"),
		"/api/admin/votes?state=lifted": listed("lifted"),
		"/api/admin/votes/7": ({ body }) => {
			if (failing) return { status: 500, body: problem(500, "internal", "It failed.") };
			const { state } = body as VoteCheckDecision;
			known = known.map((check) => ({ ...check, state, decided_at: AT }));
			return { body: { hold: known[0] } };
		},
	});
	openPage(<AdminPage />, "/admin?view=votes");
	return asked;
}

const theCheck = () => screen.findByRole("article", { name: `“${QUOTE}”` });

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("review page for vote checks", () => {
	it.each([
		["an anonymous visitor", null],
		["a member", MEMBER],
	])("does not exist for %s and requests no checks", async (_, user) => {
		const asked = openAs(user, { is_admin: false });
		expect(await screen.findByText("Page not found")).toBeTruthy();
		expect(asked.filter(({ path }) => path.includes("/admin/"))).toEqual([]);
	});

	it("shows the numbers of a check next to the votes before it", async () => {
		openAs(MEMBER);
		const check = within(await theCheck());
		for (const words of [
			"Being checked",
			"Many new accounts within a minute",
			"200 votes to disagree",
			"190 of 200 (95%)",
			"50 of 200 (25%)",
			"4 agree, 1 disagree (80% of 5 votes agree)",
			"6 agree, 201 disagree (3% of 207 votes agree)",
		])
			expect(check.getByText(words)).toBeTruthy();
		expect(check.getByRole("link", { name: "How bridges carry loads" })).toBeTruthy();
	});

	it.each([
		["Leave These Votes Out", "upheld", "Left Out", "Count These Votes"],
		["Count These Votes", "lifted", "Counted", "Leave These Votes Out"],
	])("stores the decision to %s, which can be reversed", async (press, state, tab, undo) => {
		const asked = openAs(MEMBER);
		const check = within(await theCheck());
		await screen.findByRole("link", { name: /^Review of Votes\W+waiting\W+1$/ });
		fireEvent.click(check.getByRole("button", { name: press }));
		expect(await screen.findByText("Nothing to check")).toBeTruthy();
		await screen.findByRole("link", { name: "Review of Votes" });
		const status = await screen.findByText(/^The percentage/);
		await waitFor(() => expect(document.activeElement).toBe(status));
		expect(asked.find(({ path }) => path === "/api/admin/votes/7")?.body).toEqual({ state });
		fireEvent.click(screen.getByRole("tab", { name: tab }));
		expect(within(await theCheck()).getByRole("button", { name: undo })).toBeTruthy();
	});

	it("sends a reason with the decision", async () => {
		const asked = openAs(MEMBER);
		const check = within(await theCheck());
		fireEvent.change(check.getByLabelText(/^Why/), { target: { value: "One network." } });
		fireEvent.click(check.getByRole("button", { name: "Count These Votes" }));
		await screen.findByText(/^The percentage/);
		expect(asked.find(({ path }) => path === "/api/admin/votes/7")?.body).toEqual({
			state: "lifted",
			reason: "One network.",
		});
	});

	it("shows an error and keeps the check if the decision fails", async () => {
		openAs(MEMBER, { failing: true });
		const press = { name: "Count These Votes" };
		fireEvent.click(within(await theCheck()).getByRole("button", press));
		expect((await screen.findByRole("alert")).textContent).toContain("It failed.");
		expect(await theCheck()).toBeTruthy();
	});

	it("says that there is nothing to check", async () => {
		openAs(MEMBER, { checks: [] });
		expect(await screen.findByText("Nothing to check")).toBeTruthy();
	});
});
