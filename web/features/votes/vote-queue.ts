import { SIGN_IN_TO_VOTE } from "#contract/texts.ts";
import type { VoteAnswer, VoteType } from "#contract/votes.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";
import { type VoteTally, withVote } from "./vote-tally.ts";

type Send = (wanted: VoteType | null) => Promise<VoteTally>;

type VoteLineEvents = {
	/** The vote to show from now on, even if it is not stored yet. */
	onChange: (tally: VoteTally) => void;
	/** The server has stored the latest vote; `before` is the vote that it had stored earlier. */
	onStored: (now: VoteTally, before: VoteType | null) => void;
	/** The server refused, so the stored vote is shown again. */
	onRefused: (thrown: unknown) => void;
};

/**
 * One member's votes on one statement, sent one after the other. Clicks during a request change
 * the wanted vote, and only the last one is sent.
 */
export class VoteQueue {
	private stored: VoteTally;
	private wanted: VoteType | null;
	private busy = false;
	private readonly send: Send;
	private readonly events: VoteLineEvents;

	constructor(stored: VoteTally, send: Send, events: VoteLineEvents) {
		this.stored = stored;
		this.wanted = stored.user_vote;
		this.send = send;
		this.events = events;
	}

	/** The member's choice as of the last click. */
	get standing(): VoteType | null {
		return this.wanted;
	}

	request(wanted: VoteType | null): void {
		this.wanted = wanted;
		this.events.onChange(withVote(this.stored, wanted));
		if (!this.busy) void this.sendPending();
	}

	private async sendPending(): Promise<void> {
		const before = this.stored.user_vote;
		this.busy = true;
		try {
			while (this.wanted !== this.stored.user_vote) {
				this.stored = await this.send(this.wanted);
				this.events.onChange(withVote(this.stored, this.wanted));
			}
			if (before !== this.stored.user_vote) {
				this.events.onStored(this.stored, before);
			}
		} catch (thrown) {
			this.wanted = this.stored.user_vote;
			this.events.onChange(this.stored);
			this.events.onRefused(thrown);
		} finally {
			this.busy = false;
		}
	}
}

/**
 * Stores or deletes the vote. If the session has ended in the meantime, asks the member to sign
 * in and sends the same vote again.
 */
export async function sendVote(
	statement_id: string,
	wanted: VoteType | null,
	promptSignIn: (reason: string) => Promise<boolean>,
): Promise<VoteAnswer> {
	try {
		return await put(statement_id, wanted);
	} catch (thrown) {
		if (!isSignedOut(thrown) || !(await promptSignIn(SIGN_IN_TO_VOTE))) throw thrown;
		return put(statement_id, wanted);
	}
}

/** Whether the server refused a request because nobody is signed in. */
export function isSignedOut(thrown: unknown): boolean {
	return thrown instanceof ApiProblem && thrown.status === 401;
}

function put(statement_id: string, wanted: VoteType | null): Promise<VoteAnswer> {
	const path = `/api/statements/${encodeURIComponent(statement_id)}/vote`;
	return wanted === null
		? request(path, { method: "DELETE", body: {} })
		: request(path, { method: "PUT", body: { vote_type: wanted } });
}
