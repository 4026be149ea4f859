import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { User } from "#contract/account.ts";
import type { Statement } from "#contract/statement.ts";
import type { VoteType } from "#contract/votes.ts";
import { ShownReport } from "#tests/web/reports/shown-report.tsx";
import { problem } from "#tests/web/support/fake-api.ts";
import { MEMBER } from "#tests/web/support/sample-member.ts";
import { sampleReport, sampleStatement, VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { fetchJson } from "#web/api/request.ts";
import { VisitorContext } from "#web/features/accounts/auth-context.ts";
import { ToastRegion } from "#web/ui/toasts.tsx";

const VOTE = "/api/statements/one/vote";
const MINE = `/api/videos/${VIDEO_ID}/my-votes`;

type Sent = { method: string; body: unknown; answer: (r: Response) => void };

/** A server that counts one statement's votes and answers when the test lets it. */
export function serveVotes(standing: VoteType | null = null) {
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

export function json(status: number, body: unknown): Response {
	return new Response(JSON.stringify(body), { status });
}

export function counted(upvotes: number, downvotes: number, vote: VoteType | null) {
	return json(200, { statement_id: "one", upvotes, downvotes, user_vote: vote });
}

export function show({
	promptSignIn = async () => false,
	statement = {},
	...visitor
}: {
	/** undefined while unknown; a member if it is not given. */
	user?: User | null | undefined;
	statement?: Partial<Statement>;
	promptSignIn?: (reason: string) => Promise<boolean>;
} = {}) {
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter>
				<VisitorContext value={{ user: MEMBER, promptSignIn, ...visitor }}>
					<ShownReport
						report={sampleReport({
							statements: [sampleStatement({ upvotes: 3, downvotes: 1, ...statement })],
						})}
					/>
				</VisitorContext>
				<ToastRegion />
			</MemoryRouter>
		</SWRConfig>,
	);
	fireEvent.click(screen.getByRole("button", { name: /^More/ }));
}

export const votes = () => within(screen.getByRole("group", { name: "Is this rating right?" }));
export const button = (word: "Agree" | "Disagree") =>
	votes().getByRole("button", { name: new RegExp(`^${word} `) });

/** The text of both buttons, and which one is pressed. */
export function shown() {
	return (["Agree", "Disagree"] as const).map(
		(word) =>
			`${button(word).textContent}${button(word).getAttribute("aria-pressed") === "true" ? " pressed" : ""}`,
	);
}

export async function sentOnes(sent: Sent[], count: number): Promise<Sent> {
	await waitFor(() => expect(sent).toHaveLength(count));
	const last = sent[count - 1];
	if (last === undefined) throw new Error("nothing was sent");
	return last;
}

/** Prepares each test of the file and cleans up afterwards. */
export function onVoteStage(): void {
	beforeEach(() => {
		Element.prototype.scrollIntoView = vi.fn();
	});
	afterEach(() => {
		// Toasts outlive the page that showed them.
		for (const close of screen.queryAllByRole("button", { name: /^Dismiss/ }))
			fireEvent.click(close);
		cleanup();
		vi.unstubAllGlobals();
	});
}
