import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { CommunityActivity } from "#web/features/votes/vote-buttons.tsx";
import { problem } from "./fake-api.ts";
import { sampleStatement } from "./sample-report.ts";
import {
	button,
	counted,
	json,
	onVoteStage,
	sentOnes,
	serveVotes,
	show,
	shown,
	votes,
} from "./vote-stage.tsx";

onVoteStage();

describe("the bar of the votes", () => {
	it.each([
		{ upvotes: 0, downvotes: 0, filled: 0 },
		{ upvotes: 1, downvotes: 1, filled: 1 },
	])("is filled only by votes: $upvotes and $downvotes", (counts) => {
		const { filled, ...votes } = counts;
		render(
			<CommunityActivity statements={[{ ...sampleStatement(), ...votes }]} />,
		);
		const bar = screen.getByRole("meter", { name: "Community agreement" });
		expect(bar.getAttribute("aria-valuenow")).toBe("50");
		expect(bar.querySelectorAll("[data-fill]")).toHaveLength(filled);
		expect(bar.querySelectorAll(".fill-at")).toHaveLength(filled);
	});
});

describe("a member's vote", () => {
	it("counts at once, before the server has answered", async () => {
		const sent = serveVotes();
		show();
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		fireEvent.click(button("Agree"));
		const vote = await sentOnes(sent, 1);
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 4 pressed", "Disagree 1"]),
		);
		expect(vote).toMatchObject({
			method: "PUT",
			body: { vote_type: "upvote" },
		});
		vote.answer(counted(9, 2, "upvote"));
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 9 pressed", "Disagree 2"]),
		);
		expect(votes().getByText("82% of 11 votes agree")).toBeTruthy();
	});

	it("says beside the buttons what becomes public, and where to hide it", () => {
		serveVotes();
		show();
		expect(
			votes().getByText(/Your name appears with your votes on the community/),
		).toBeTruthy();
		const account = votes().getByRole("link", { name: "your account" });
		expect(account.getAttribute("href")).toBe("/account");
	});

	it("returns to the earlier state if the server refuses", async () => {
		const sent = serveVotes();
		show();
		fireEvent.click(button("Disagree"));
		const vote = await sentOnes(sent, 1);
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 3", "Disagree 2 pressed"]),
		);
		vote.answer(json(429, problem(429, "too_many", "Please wait a moment.")));
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		expect(screen.getByText("Vote not counted")).toBeTruthy();
		expect(screen.getByText("Please wait a moment.")).toBeTruthy();
	});

	it("is withdrawn by a second click", async () => {
		const sent = serveVotes("upvote");
		show();
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 3 pressed", "Disagree 1"]),
		);
		fireEvent.click(button("Agree"));
		const vote = await sentOnes(sent, 1);
		await waitFor(() => expect(shown()).toEqual(["Agree 2", "Disagree 1"]));
		expect(vote.method).toBe("DELETE");
	});

	it("moves both counts when it changes sides", async () => {
		const sent = serveVotes("upvote");
		show();
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 3 pressed", "Disagree 1"]),
		);
		fireEvent.click(button("Disagree"));
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 2", "Disagree 2 pressed"]),
		);
		expect((await sentOnes(sent, 1)).body).toEqual({ vote_type: "downvote" });
	});

	it("clicked twice quickly ends as it began, one request after the other", async () => {
		const sent = serveVotes();
		show();
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		fireEvent.click(button("Agree"));
		fireEvent.click(button("Agree"));
		const first = await sentOnes(sent, 1);
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		first.answer(counted(4, 1, "upvote"));
		const second = await sentOnes(sent, 2);
		expect([first.method, second.method]).toEqual(["PUT", "DELETE"]);
		second.answer(counted(3, 1, null));
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		expect(sent).toHaveLength(2);
	});

	it("can be undone from its toast", async () => {
		const sent = serveVotes();
		show();
		fireEvent.click(button("Agree"));
		(await sentOnes(sent, 1)).answer(counted(4, 1, "upvote"));
		await screen.findByText("You agree with this rating");
		fireEvent.click(screen.getByRole("button", { name: "Undo" }));
		const undone = await sentOnes(sent, 2);
		expect(undone.method).toBe("DELETE");
		undone.answer(counted(3, 1, null));
		await screen.findByText("Vote removed");
		expect(shown()).toEqual(["Agree 3", "Disagree 1"]);
	});

	it("changes the totals of the whole analysis", async () => {
		serveVotes();
		show();
		fireEvent.click(button("Agree"));
		const verdict = screen.getByRole("region", { name: "Verdict" });
		await waitFor(() =>
			expect(verdict.textContent).toContain("80% of 5 votes agree"),
		);
	});
});

describe("a visitor's vote", () => {
	it("asks to sign in, then goes on", async () => {
		const sent = serveVotes();
		const promptSignIn = vi.fn(async () => true);
		show({ user: null, promptSignIn });
		fireEvent.click(button("Agree"));
		expect((await sentOnes(sent, 1)).body).toEqual({ vote_type: "upvote" });
		expect(promptSignIn).toHaveBeenCalledExactlyOnceWith(
			"Please sign in to vote on statements",
		);
	});

	it("is not sent if the visitor does not sign in", async () => {
		const sent = serveVotes();
		const promptSignIn = vi.fn(async () => false);
		show({ user: null, promptSignIn });
		fireEvent.click(button("Agree"));
		await waitFor(() => expect(promptSignIn).toHaveBeenCalledOnce());
		expect(sent).toEqual([]);
		expect(shown()).toEqual(["Agree 3", "Disagree 1"]);
	});

	it("does not withdraw an earlier vote of the same kind", async () => {
		const sent = serveVotes("upvote");
		show({ user: null, promptSignIn: async () => true });
		fireEvent.click(button("Agree"));
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 3 pressed", "Disagree 1"]),
		);
		expect(sent).toEqual([]);
	});
});
