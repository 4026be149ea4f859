import {
	cleanup,
	fireEvent,
	render,
	screen,
	waitFor,
	within,
} from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { HeldVotes } from "#contract/held-votes.ts";
import type { VoteType } from "#contract/votes.ts";
import { fetchJson } from "#web/api/request.ts";
import { ReportView } from "#web/features/report/report-view.tsx";
import { VisitorContext } from "#web/features/report/visitor-context.ts";
import { ToastRegion } from "#web/layout/toast-region.tsx";
import { problem } from "./fake-api.ts";
import { MEMBER } from "./sample-member.ts";
import { sampleReport, sampleStatement, VIDEO_ID } from "./sample-report.ts";

const VOTE = "/api/statements/one/vote";
const MINE = `/api/videos/${VIDEO_ID}/my-votes`;

type Sent = { method: string; body: unknown; answer: (r: Response) => void };

/** A server that counts one statement's votes and answers when it is told to. */
function serveVotes(standing: VoteType | null = null) {
	const sent: Sent[] = [];
	vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
		if (path === MINE) {
			const votes = standing === null ? {} : { one: standing };
			return Promise.resolve(json(200, { votes }));
		}
		if (path !== VOTE) {
			return Promise.resolve(json(404, problem(404, "not_found", "Nothing")));
		}
		return new Promise<Response>((answer) => {
			const body: unknown = JSON.parse(String(init.body));
			sent.push({ method: init.method ?? "GET", body, answer });
		});
	});
	return sent;
}

function json(status: number, body: unknown): Response {
	return new Response(JSON.stringify(body), { status });
}

function counted(upvotes: number, downvotes: number, vote: VoteType | null) {
	return json(200, {
		statement_id: "one",
		upvotes,
		downvotes,
		user_vote: vote,
	});
}

function show({
	user = MEMBER,
	promptSignIn = async () => false,
	votes_held,
}: {
	user?: User | null;
	votes_held?: HeldVotes;
	promptSignIn?: (reason: string) => Promise<boolean>;
} = {}) {
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter>
				<VisitorContext value={{ user, promptSignIn }}>
					<ReportView
						report={sampleReport({
							statements: [
								sampleStatement({
									...{ upvotes: 3, downvotes: 1 },
									...(votes_held && { votes_held }),
								}),
							],
						})}
						run={null}
						watchable
						notice={null}
						rerun={{ busy: false, refusal: null, start: vi.fn() }}
					/>
				</VisitorContext>
				<ToastRegion />
			</MemoryRouter>
		</SWRConfig>,
	);
}

const votes = () =>
	within(
		screen.getByRole("group", { name: "Do you agree with this statement?" }),
	);
const button = (word: "Agree" | "Disagree") =>
	votes().getByRole("button", { name: new RegExp(`^${word} `) });

/** Words, counts and which is pressed. */
function shown() {
	return (["Agree", "Disagree"] as const).map(
		(word) =>
			`${button(word).textContent}${button(word).getAttribute("aria-pressed") === "true" ? " pressed" : ""}`,
	);
}

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
	for (const close of screen.queryAllByRole("button", { name: /^Dismiss/ })) {
		fireEvent.click(close);
	}
	cleanup();
	vi.unstubAllGlobals();
});

async function sentOnes(sent: Sent[], count: number): Promise<Sent> {
	await waitFor(() => expect(sent).toHaveLength(count));
	const last = sent[count - 1];
	if (last === undefined) throw new Error("nothing was sent");
	return last;
}

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

	it("goes back to what it was when the server refuses", async () => {
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

	it("is taken back when pressed again", async () => {
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

	it("pressed twice at once ends where it began, one request after the other", async () => {
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

	it("is undone from its note", async () => {
		const sent = serveVotes();
		show();
		fireEvent.click(button("Agree"));
		(await sentOnes(sent, 1)).answer(counted(4, 1, "upvote"));
		await screen.findByText("You agree");
		fireEvent.click(screen.getByRole("button", { name: "Undo" }));
		const undone = await sentOnes(sent, 2);
		expect(undone.method).toBe("DELETE");
		undone.answer(counted(3, 1, null));
		await screen.findByText("Vote taken back");
		expect(shown()).toEqual(["Agree 3", "Disagree 1"]);
	});

	it("moves the totals of the whole analysis along", async () => {
		serveVotes();
		show();
		fireEvent.click(button("Agree"));
		const verdict = screen.getByRole("region", { name: "Verdict" });
		await waitFor(() =>
			expect(verdict.textContent).toContain("80% of 5 votes agree"),
		);
	});
});

describe("votes that are being checked", () => {
	const held = (upvotes: number, downvotes: number): HeldVotes => ({
		...{ upvotes, downvotes },
		community_agreement: upvotes + downvotes === 0 ? null : 50,
		since: "2026-01-31T10:00:00.000Z",
		reason: "Votes are being checked: many new accounts voted within a minute.",
	});

	it("leave those from before on the screen, and say why", async () => {
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

	it("show no agreement where nobody had voted before", async () => {
		show({ votes_held: held(0, 0) });
		await waitFor(() => expect(shown()).toEqual(["Agree 0", "Disagree 0"]));
		expect(votes().queryByText("No votes yet")).toBeNull();
		expect(votes().queryByRole("meter")).toBeNull();
		expect(votes().getByRole("note")).toBeTruthy();
	});

	it("take a member's own vote as ever, which moves nothing that is shown", async () => {
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

	it("is not sent when the visitor does not sign in", async () => {
		const sent = serveVotes();
		const promptSignIn = vi.fn(async () => false);
		show({ user: null, promptSignIn });
		fireEvent.click(button("Agree"));
		await waitFor(() => expect(promptSignIn).toHaveBeenCalledOnce());
		expect(sent).toEqual([]);
		expect(shown()).toEqual(["Agree 3", "Disagree 1"]);
	});

	it("does not take an earlier vote of the same kind back", async () => {
		const sent = serveVotes("upvote");
		show({ user: null, promptSignIn: async () => true });
		fireEvent.click(button("Agree"));
		await waitFor(() =>
			expect(shown()).toEqual(["Agree 3 pressed", "Disagree 1"]),
		);
		expect(sent).toEqual([]);
	});
});
