import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { CheckedVotes } from "#contract/votes.ts";
import {
	button,
	counted,
	onVoteStage,
	sentOnes,
	serveVotes,
	show,
	shown,
	votes,
} from "./vote-stage.tsx";

onVoteStage();

describe("votes that are being checked", () => {
	const REASON =
		"Being checked: many new accounts voted within a minute. The percentage returns within an hour.";
	const checked = (checking: boolean): CheckedVotes => ({
		checking,
		upvotes: 1,
		downvotes: 1,
		community_agreement: checking ? null : 50,
		since: "2026-01-31T10:00:00.000Z",
		reason: REASON,
	});

	it("are counted on the screen, but their percentage is hidden", async () => {
		show({ statement: { votes_held: checked(true) } });
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		expect(votes().queryByRole("meter")).toBeNull();
		expect(votes().queryByText(/votes? agrees?$/)).toBeNull();
		expect(votes().getByRole("note").textContent).toBe(`Agreement. ${REASON}`);
		const verdict = screen.getByRole("region", { name: "Verdict" });
		expect(verdict.textContent).toContain("50% of 2 votes agree");
		expect(verdict.textContent).toContain(
			"The percentage leaves out 2 votes while the agreement on 1 statement is being checked.",
		);
	});

	it("are excluded from the percentage after the check", async () => {
		show({ statement: { votes_held: checked(false) } });
		await waitFor(() => expect(shown()).toEqual(["Agree 3", "Disagree 1"]));
		expect(votes().getByText("50% of 2 votes agree")).toBeTruthy();
		expect(votes().getByRole("note")).toBeTruthy();
	});

	it("include the member's own vote at once, in the counts and in the percentage", async () => {
		const sent = serveVotes();
		show({ statement: { votes_held: checked(false) } });
		fireEvent.click(button("Agree"));
		await waitFor(() => expect(shown()).toEqual(["Agree 4 pressed", "Disagree 1"]));
		(await sentOnes(sent, 1)).answer(counted(4, 1, "upvote"));
		expect(await screen.findByText("You agree with this rating")).toBeTruthy();
		expect(shown()).toEqual(["Agree 4 pressed", "Disagree 1"]);
		expect(votes().getByText("67% of 3 votes agree")).toBeTruthy();
	});
});
