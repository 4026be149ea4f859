import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { Community } from "#contract/community.ts";
import { SETTLED_VOTES } from "#contract/vote-counts.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { MEMBER, shellAnswers } from "#tests/web/support/sample-member.ts";
import { VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { DashboardPage } from "#web/features/dashboard/dashboard-page.tsx";

const NOTHING: Community = {
	overview: { members: 1, votes: 0, statements: 0, videos: 0, agreement_percent: null },
	leaderboard: [],
	disputers: [],
	recent: [],
};

function serve(user: User | null, community: Community | "down" = NOTHING) {
	const answers = { down: false };
	answers.down = community === "down";
	const asked = fakeApi({
		...shellAnswers(user),
		"/api/community": () =>
			answers.down
				? { status: 500, body: problem(500, "down", "The figures are away.") }
				: { body: community === "down" ? NOTHING : community },
		"/api/claims": () => ({ body: { claims: [], next_cursor: null, creators: [] } }),
		"/api/me/activity?filter=all&q=": () => ({
			body: {
				stats: {
					total_votes: 0,
					agree_votes: 0,
					disagree_votes: 0,
					analyses: 0,
					disputes_moved: 0,
					days_active: 0,
				},
				items: [],
				next_cursor: null,
			},
		}),
	});
	return { asked, answers };
}

const open = (address: string) => openPage(<DashboardPage />, address);
const tab = (name: RegExp | string) => screen.findByRole("tab", { name });
const address = () => screen.getByTestId("address").textContent;

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("dashboard for visitors", () => {
	it("shows the members' tabs as disabled with the reason", async () => {
		serve(null);
		open("/dashboard");
		for (const name of ["Video Owner", "My Activity"]) {
			const locked = await tab(new RegExp(`${name}.*Login Required`));
			expect(locked.getAttribute("aria-disabled")).toBe("true");
			fireEvent.click(locked);
			expect(locked.getAttribute("aria-selected")).toBe("false");
		}
		expect(address()).toBe("/dashboard");
	});

	it("offers to sign in next to the disabled tabs", async () => {
		serve(null);
		open("/dashboard");
		fireEvent.click(await screen.findByRole("button", { name: "Sign in to open them" }));
		expect(await screen.findByRole("dialog")).toBeTruthy();
	});

	it.each(["owner", "activity"])(
		"asks visitors of ?tab=%s to sign in and requests no personal data",
		async (name) => {
			const { asked } = serve(null);
			open(`/dashboard?tab=${name}`);
			expect(await screen.findByText("Sign In Required")).toBeTruthy();
			expect(asked.filter(({ path }) => /claims|activity/.test(path))).toHaveLength(0);
		},
	);
});

describe("dashboard tabs", () => {
	it("are stored in the address", async () => {
		serve(MEMBER);
		open("/dashboard");
		fireEvent.click(await tab("My Activity"));
		expect(await screen.findByText("No activity yet")).toBeTruthy();
		expect(address()).toBe("/dashboard?tab=activity");
		fireEvent.click(await tab("Video Owner"));
		fireEvent.click(await tab("Manage Claims"));
		expect(await screen.findByText("No claims yet")).toBeTruthy();
		expect(address()).toBe("/dashboard?tab=owner&view=manage");
	});

	const isChosen = (one: HTMLElement) =>
		waitFor(() => {
			expect(document.activeElement).toBe(one);
			expect(one.getAttribute("aria-selected")).toBe("true");
		});

	it("are selected with the arrow keys and form a single tab stop", async () => {
		serve(MEMBER);
		open("/dashboard?tab=community&view=overview");
		const first = await tab("Overview");
		first.focus();
		fireEvent.keyDown(first, { key: "ArrowRight" });
		const second = await tab("Leaderboard");
		await isChosen(second);
		fireEvent.keyDown(second, { key: "End" });
		const last = await tab("Recent Activity");
		await isChosen(last);
		fireEvent.keyDown(last, { key: "ArrowRight" });
		await isChosen(await tab("Overview"));
		const list = screen.getByRole("tablist", { name: "Community Hub" });
		expect(
			within(list)
				.getAllByRole("tab")
				.filter(({ tabIndex }) => tabIndex === 0),
		).toHaveLength(1);
	});

	it("are linked to their panels for assistive technology", async () => {
		serve(MEMBER);
		open("/dashboard");
		const chosen = await tab("Community Hub");
		const panel = document.getElementById(chosen.getAttribute("aria-controls") ?? "");
		expect(panel?.getAttribute("aria-labelledby")).toBe(chosen.id);
	});
});

describe("community hub", () => {
	it("explains accuracy with the number of voters that the server requires", async () => {
		serve(null);
		open("/dashboard");
		const note = await screen.findByText(/Accuracy is the share/);
		expect(note.textContent).toContain(`once ${SETTLED_VOTES} members`);
	});

	it("says that there is no activity and lists nobody", async () => {
		serve(null);
		open("/dashboard");
		expect(await screen.findByText("No votes yet")).toBeTruthy();
		const percentage = screen.getByText("Votes that agree with the rating");
		expect(percentage.parentElement?.textContent).toContain("–");
		fireEvent.click(await tab("Leaderboard"));
		expect(await screen.findByText("Nobody is on the leaderboard yet")).toBeTruthy();
		expect(screen.queryByRole("table")).toBeNull();
		fireEvent.click(await tab("Recent Activity"));
		expect(await screen.findByText("Nothing has happened yet")).toBeTruthy();
	});

	it("shows the leaderboard and activity from the server", async () => {
		serve(null, {
			overview: { members: 1_200, votes: 3, statements: 2, videos: 1, agreement_percent: 67 },
			disputers: [
				{
					full_name: "Edith",
					avatar_url: null,
					role: "verified_creator" as const,
					disputes_moved: 4,
				},
			],
			leaderboard: [
				{
					rank: 1,
					full_name: "Grace",
					avatar_url: null,
					role: null,
					votes: 1_500,
					accuracy_percent: 90,
					score: 135_000,
				},
			],
			recent: [
				{
					type: "vote",
					full_name: "Grace",
					avatar_url: null,
					role: null,
					created_at: new Date().toISOString(),
					vote_type: "downvote",
					statement: "The bridge is blue.",
					video: { id: VIDEO_ID, title: "Bridges" },
				},
				{
					type: "analysis",
					full_name: "Admin Linus ✔",
					avatar_url: null,
					role: "member",
					created_at: new Date().toISOString(),
					vote_type: null,
					statement: null,
					video: { id: VIDEO_ID, title: "Bridges" },
				},
			],
		});
		open("/dashboard");
		expect(await screen.findByText("67%")).toBeTruthy();
		expect(screen.getByText("1.2K")).toBeTruthy();
		fireEvent.click(await tab("Leaderboard"));
		const row = (await screen.findByText("Grace")).closest("tr");
		expect(row?.textContent).toBe("1Grace1,50090%135,000");
		expect((await screen.findByText("Edith")).parentElement?.textContent).toBe(
			"EdithVerified channel",
		);
		fireEvent.click(await tab("Recent Activity"));
		const [vote, analysis] = await screen.findAllByRole("listitem");
		expect(vote?.textContent).toContain("Grace disagreed with a rating in");
		expect(vote?.textContent).toContain("“The bridge is blue.”");
		expect(analysis?.textContent).toContain("Admin Linus ✔Member analyzed Bridges");
	});

	it("shows an error and retries on a click", async () => {
		const { answers } = serve(null, "down");
		open("/dashboard");
		expect(await screen.findByText("The figures are away.")).toBeTruthy();
		answers.down = false;
		fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
		await waitFor(() => expect(screen.queryByText("The figures are away.")).toBeNull());
		expect(await screen.findByText("No votes yet")).toBeTruthy();
	});
});
