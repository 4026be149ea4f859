import { cleanup, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { problem } from "#tests/web/support/fake-api.ts";
import { sampleStatement } from "#tests/web/support/sample-report.ts";
import { CommunityActivity } from "#web/features/votes/community-activity.tsx";
import { useVotes } from "#web/features/votes/use-votes.ts";
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

describe("agreement bar", () => {
	it.each([
		{ upvotes: 0, downvotes: 0, filled: 0 },
		{ upvotes: 1, downvotes: 1, filled: 1 },
	])("is filled only if there are votes: $upvotes up, $downvotes down", (counts) => {
		const { filled, ...votes } = counts;
		render(<CommunityActivity statements={[{ ...sampleStatement(), ...votes }]} />);
		const bar = screen.getByRole("meter", { name: "Community agreement" });
		expect(bar.getAttribute("aria-valuenow")).toBe("50");
		expect(bar.querySelectorAll("[data-fill]")).toHaveLength(filled);
		expect(bar.querySelectorAll(".fill-at")).toHaveLength(filled);
	});
});

describe("member's vote", () => {
	it("counts at once, before the server answers", async () => {
		const sent = serveVotes();
		show();
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		fireEvent.click(button("Agree"));
		const vote = await sentOnes(sent, 1);
		await waitFor(() => expect(shown()).toEqual(["Agree 4 pressed", "Disagree 1"]));
		expect(vote).toMatchObject({ method: "PUT", body: { vote_type: "upvote" } });
		vote.answer(counted(9, 2, "upvote"));
		await waitFor(() => expect(shown()).toEqual(["Agree 9 pressed", "Disagree 2"]));
		expect(votes().getByText("82% of 11 votes agree")).toBeTruthy();
	});

	it("comes with a note that it is public and a link to the account, for members only", () => {
		serveVotes();
		show({ user: null });
		expect(votes().queryByText(/Your name appears/)).toBeNull();
		cleanup();
		show();
		expect(votes().getByText(/Your name appears with your votes on the community/)).toBeTruthy();
		const account = votes().getByRole("link", { name: "your account" });
		expect(account.getAttribute("href")).toBe("/account");
	});

	it("is reverted if the server refuses", async () => {
		const sent = serveVotes();
		show();
		fireEvent.click(button("Disagree"));
		const vote = await sentOnes(sent, 1);
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 2 pressed"]));
		vote.answer(json(429, problem(429, "too_many", "Please wait a moment.")));
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		expect(screen.getByText("Vote not counted")).toBeTruthy();
		expect(screen.getByText("Please wait a moment.")).toBeTruthy();
	});

	it("is withdrawn by a second click", async () => {
		const sent = serveVotes("upvote");
		show();
		await waitFor(() => expect(shown()).toEqual(["Agree 3 pressed", "Disagree 1"]));
		fireEvent.click(button("Agree"));
		const vote = await sentOnes(sent, 1);
		await waitFor(() => expect(shown()).toEqual(["Agree 2", "Disagree 1"]));
		expect(vote.method).toBe("DELETE");
	});

	it("changes both counts when it changes sides", async () => {
		const sent = serveVotes("upvote");
		show();
		await waitFor(() => expect(shown()).toEqual(["Agree 3 pressed", "Disagree 1"]));
		fireEvent.click(button("Disagree"));
		await waitFor(() => expect(shown()).toEqual(["Agree 2", "Disagree 2 pressed"]));
		expect((await sentOnes(sent, 1)).body).toEqual({ vote_type: "downvote" });
	});

	it("is withdrawn by a quick second click, with one request after the other", async () => {
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

	it("stays after a double press", async () => {
		const sent = serveVotes();
		show();
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		for (const detail of [1, 2]) fireEvent.click(button("Agree"), { detail });
		const vote = await sentOnes(sent, 1);
		vote.answer(counted(4, 1, "upvote"));
		await waitFor(() => expect(shown()).toEqual(["Agree 4 pressed", "Disagree 1"]));
		expect(sent).toHaveLength(1);
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

	it("names the verdict of a checked statement in its toast", async () => {
		const sent = serveVotes();
		show({ statement: { basis: "evidence", verdict: "refuted", ai_score: 90 } });
		fireEvent.click(button("Agree"));
		(await sentOnes(sent, 1)).answer(counted(4, 1, "upvote"));
		expect(await screen.findByText(/^90 of 100, Refuted: “/)).toBeTruthy();
	});

	it("is not asked for on an unverified statement, which has no rating", () => {
		serveVotes();
		const unverified_reason = "no_evidence_found";
		show({ statement: { verdict: "unverified", ai_score: null, unverified_reason } });
		expect(screen.getByRole("button", { name: /^Less about/ })).toBeTruthy();
		expect(screen.queryByRole("group", { name: "Is this rating right?" })).toBeNull();
	});

	it("changes the totals of the analysis", async () => {
		serveVotes();
		show();
		fireEvent.click(button("Agree"));
		const verdict = screen.getByRole("region", { name: "Verdict" });
		await waitFor(() => expect(verdict.textContent).toContain("80% of 5 votes agree"));
	});
});

describe("visitor's vote", () => {
	it("is sent after the visitor signs in", async () => {
		const sent = serveVotes();
		const promptSignIn = vi.fn(async () => true);
		show({ user: null, promptSignIn });
		fireEvent.click(button("Agree"));
		expect((await sentOnes(sent, 1)).body).toEqual({ vote_type: "upvote" });
		expect(promptSignIn).toHaveBeenCalledExactlyOnceWith("Please sign in to vote on statements");
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

	it("is sent after the visitor signs in, if the session was still loading", async () => {
		const sent = serveVotes();
		const answer = fetch;
		let signed_in = false;
		vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
			const refused = json(401, problem(401, "not_signed_in", "Sign in."));
			return signed_in ? answer(path, init) : Promise.resolve(refused);
		});
		const promptSignIn = vi.fn(async () => (signed_in = true));
		show({ user: undefined, promptSignIn });
		fireEvent.click(button("Agree"));
		expect((await sentOnes(sent, 1)).body).toEqual({ vote_type: "upvote" });
		expect(promptSignIn).toHaveBeenCalledOnce();
		expect(screen.queryByText("Vote not counted")).toBeNull();
	});

	it("does not withdraw an earlier vote of the same kind", async () => {
		const sent = serveVotes("upvote");
		show({ user: null, promptSignIn: async () => true });
		fireEvent.click(button("Agree"));
		await waitFor(() => expect(shown()).toEqual(["Agree 3 pressed", "Disagree 1"]));
		expect(sent).toEqual([]);
	});
});

describe("useVotes", () => {
	it("returns the same object until a vote or the report changes, so that no card renders again", () => {
		const reported = [sampleStatement()];
		const { result, rerender } = renderHook(
			({ statements }) => useVotes("abcdefghijk", statements),
			{ initialProps: { statements: reported } },
		);
		const first = result.current;
		rerender({ statements: reported });
		expect(result.current).toBe(first);
		rerender({ statements: [...reported] });
		expect(result.current).not.toBe(first);
	});
});
