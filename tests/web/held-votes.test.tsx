import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FrozenVotes } from "#contract/vote-freezes.ts";
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
	const held = (upvotes: number, downvotes: number): FrozenVotes => ({
		...{ upvotes, downvotes },
		community_agreement: upvotes + downvotes === 0 ? null : 50,
		since: "2026-01-31T10:00:00.000Z",
		reason: "Votes are being checked: many new accounts voted within a minute.",
	});

	it("leave the earlier agreement on the screen and say why", async () => {
		show({ votes_held: held(1, 1) });
		await waitFor(() => expect(shown()).toEqual(["Agree 1", "Disagree 1"]));
		expect(votes().getByText("50% of 2 votes agree")).toBeTruthy();
		expect(votes().getByRole("note").textContent).toBe(
			"Agreement held. Votes are being checked: many new accounts voted within a minute.",
		);
		const verdict = screen.getByRole("region", { name: "Verdict" });
		expect(verdict.textContent).toContain("50% of 2 votes agree");
		expect(verdict.textContent).toContain(
			"Votes on 1 statement are being checked",
		);
	});

	it("show no agreement if nobody had voted before", async () => {
		show({ votes_held: held(0, 0) });
		await waitFor(() => expect(shown()).toEqual(["Agree 0", "Disagree 0"]));
		expect(votes().queryByText("No votes yet")).toBeNull();
		expect(votes().queryByRole("meter")).toBeNull();
		expect(votes().getByRole("note")).toBeTruthy();
	});

	it("accept a member's own vote, which changes nothing that is shown", async () => {
		const sent = serveVotes();
		show({ votes_held: held(1, 1) });
		fireEvent.click(button("Agree"));
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 1 pressed", "Disagree 1"]),
		);
		(await sentOnes(sent, 1)).answer(counted(4, 1, "upvote"));
		expect(await screen.findByText("You agree")).toBeTruthy();
		expect(shown()).toEqual(["Agree 1 pressed", "Disagree 1"]);
	});
});
