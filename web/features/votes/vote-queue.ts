import type { Statement } from "#contract/statement.ts";
import { SIGN_IN_TO_VOTE } from "#contract/texts.ts";
import type { Report } from "#contract/video.ts";
import { agreementPercent, percentageVotes, sumVotes } from "#contract/vote-counts.ts";
import type { VoteAnswer, VoteType } from "#contract/votes.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";

/** A statement's votes as one member sees them. */
export type VoteTally = { upvotes: number; downvotes: number; user_vote: VoteType | null };

/** The tally after the member's vote has changed to `wanted`. */
export function withVote(tally: VoteTally, wanted: VoteType | null): VoteTally {
	const moved = (type: VoteType) => Number(wanted === type) - Number(tally.user_vote === type);
	return {
		upvotes: tally.upvotes + moved("upvote"),
		downvotes: tally.downvotes + moved("downvote"),
		user_vote: wanted,
	};
}

/**
 * The vote that results from a click on one of the two buttons. A second click on the same button
 * withdraws the vote.
 */
export function voteAfterClick(currentVote: VoteType | null, clicked: VoteType): VoteType | null {
	return currentVote === clicked ? null : clicked;
}

type Send = (wanted: VoteType | null) => Promise<VoteTally>;

type VoteEvents = {
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
	private readonly events: VoteEvents;

	constructor(stored: VoteTally, send: Send, events: VoteEvents) {
		this.stored = stored;
		this.wanted = stored.user_vote;
		this.send = send;
		this.events = events;
	}

	/** The member's choice as of the last click. */
	get standing(): VoteType | null {
		return this.wanted;
	}

	/** Shows what the member's other tab has stored, unless a click here is still being sent. */
	adopt(tally: VoteTally): void {
		if (this.busy) return;
		this.stored = tally;
		this.wanted = tally.user_vote;
		this.events.onChange(tally);
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

/**
 * The statement with these counts. The difference to the previous counts is a vote that counts,
 * so votes that the percentage excludes stay excluded.
 */
export function statementWithVotes(
	statement: Statement,
	{ upvotes, downvotes }: Pick<VoteTally, "upvotes" | "downvotes">,
): Statement {
	const { votes_held } = statement;
	if (votes_held === undefined) return { ...statement, upvotes, downvotes };
	const up = Math.max(0, votes_held.upvotes + upvotes - statement.upvotes);
	const down = Math.max(0, votes_held.downvotes + downvotes - statement.downvotes);
	return {
		...statement,
		upvotes,
		downvotes,
		votes_held: { ...votes_held, upvotes: up, downvotes: down },
	};
}

/** The report with the server's latest counts for one statement. */
export function reportWithVotes(report: Report, statement_id: string, tally: VoteTally): Report {
	const statements = report.statements.map((statement) =>
		statement.id === statement_id ? statementWithVotes(statement, tally) : statement,
	);
	const { agree, disagree } = sumVotes(statements);
	const counted = sumVotes(statements.map(percentageVotes));
	const { votes_held } = report.video;
	return {
		...report,
		statements,
		video: {
			...report.video,
			total_votes: agree + disagree,
			community_agreement: agreementPercent(counted.agree, counted.disagree),
			...(votes_held && {
				votes_held: { ...votes_held, total_votes: counted.agree + counted.disagree },
			}),
		},
	};
}
