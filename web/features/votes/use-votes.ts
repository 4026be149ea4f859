import { createContext, useContext, useEffect, useMemo, useRef, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import { inQuotes, isolated } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { SIGN_IN_TO_VOTE } from "#contract/texts.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Report } from "#contract/video.ts";
import type { MyVotes, VoteType } from "#contract/votes.ts";
import { ApiProblem, problemText } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { openTabChannel } from "#web/api/tab-channel.ts";
import { useVisitor } from "#web/features/accounts/auth-context.ts";
import { showToast } from "#web/ui/toasts.tsx";
import {
	isSignedOut,
	reportWithVotes,
	sendVote,
	statementWithVotes,
	VoteQueue,
	type VoteTally,
	voteAfterClick,
} from "./vote-queue.ts";

/** Long enough to read and click. The buttons can undo a vote at any later time. */
const TOAST_MS = 8_000;
const REFUSED = "Your vote was not counted. Please try again.";

type Votes = {
	/** The statements, with counts that include this member's votes. */
	statements: Statement[];
	voteOf: (statement_id: string) => VoteType | null;
	press: (statement: Statement, pressed: VoteType) => void;
};

/**
 * The member's votes on a report. They are shown at once, sent in order, and undone if the server
 * refuses.
 */
export function useVotes(video_id: string, reported: Statement[]): Votes {
	const visitor = useVisitor();
	const { user } = visitor;
	const { mutate } = useSWRConfig();
	const { data: mine } = useSWR<MyVotes>(user ? keys.myVotes(video_id) : null);
	const [shown, setShown] = useState<Record<string, VoteTally>>({});
	const queues = useRef(new Map<string, VoteQueue>());
	const now = useRef({ visitor, mine, press, remember });
	now.current = { visitor, mine, press, remember };
	const tellOtherTabs = useOtherTabs(user?.id, video_id, (id, tally) => {
		// Votes that are still being loaded include it.
		if (now.current.mine === undefined) return;
		now.current.remember(id, tally);
		queues.current.get(id)?.adopt(tally);
	});

	useEffect(() => {
		if (user !== null || queues.current.size === 0) return;
		queues.current.clear();
		setShown({});
	}, [user]);

	function openQueue(statement: Statement, votes: MyVotes["votes"]): VoteQueue {
		const { id, upvotes, downvotes } = statement;
		const stored = { upvotes, downvotes, user_vote: votes[id] ?? null };
		const queue: VoteQueue = new VoteQueue(
			stored,
			(wanted) => sendVote(id, wanted, now.current.visitor.promptSignIn),
			{
				onChange: (tally) => {
					// After a sign-out the vote is no longer this visitor's.
					if (queues.current.get(id) === queue) setShown((all) => ({ ...all, [id]: tally }));
				},
				onStored: (tally, before) => {
					remember(id, tally);
					tellOtherTabs.current({ id, tally });
					showVoteToast(statement, tally.user_vote, () => queue.request(before));
				},
				onRefused: (thrown) => {
					showRefusalToast(thrown);
					// This page no longer shows the statement.
					if (thrown instanceof ApiProblem && thrown.status === 409) {
						void mutate(keys.report(video_id));
					}
				},
			},
		);
		queues.current.set(id, queue);
		return queue;
	}

	function remember(id: string, tally: VoteTally): void {
		void mutate<MyVotes>(
			keys.myVotes(video_id),
			(known) => {
				const { [id]: _, ...others } = known?.votes ?? {};
				const { user_vote } = tally;
				return { votes: user_vote === null ? others : { ...others, [id]: user_vote } };
			},
			{ revalidate: false },
		);
		void mutate<Report>(
			keys.report(video_id),
			(known) => known && reportWithVotes(known, id, tally),
			{ revalidate: false },
		);
	}

	/** The votes stored on the server, requested if they are not loaded yet. */
	async function knownVotes(): Promise<MyVotes["votes"]> {
		if (now.current.mine !== undefined) return now.current.mine.votes;
		const answer = await request<MyVotes>(keys.myVotes(video_id));
		await mutate(keys.myVotes(video_id), answer, { revalidate: false });
		return answer.votes;
	}

	/** Asks the server whether nobody is signed in, for as long as the page does not know. */
	async function askIfAnonymous(): Promise<boolean> {
		try {
			await knownVotes();
			return false;
		} catch (thrown) {
			if (isSignedOut(thrown)) return true;
			throw thrown;
		}
	}

	async function press(statement: Statement, pressed: VoteType) {
		const { user, promptSignIn } = now.current.visitor;
		try {
			const fresh = user === undefined ? await askIfAnonymous() : user === null;
			if (fresh && !(await promptSignIn(SIGN_IN_TO_VOTE))) return;
			let queue = queues.current.get(statement.id);
			if (queue === undefined) {
				const votes = now.current.mine?.votes ?? (await knownVotes());
				queue = queues.current.get(statement.id) ?? openQueue(statement, votes);
			}
			// A visitor who signs in by clicking Agree does not want to undo an earlier vote.
			queue.request(fresh ? pressed : voteAfterClick(queue.standing, pressed));
		} catch (thrown) {
			showRefusalToast(thrown);
		}
	}

	const statements = useMemo(
		() =>
			reported.map((statement) => {
				const tally = shown[statement.id];
				return tally === undefined ? statement : statementWithVotes(statement, tally);
			}),
		[reported, shown],
	);
	// The same object until a vote changes, so that the cards do not render again.
	return useMemo(
		() => ({
			statements,
			voteOf: (id) => {
				const tally = shown[id];
				return tally === undefined ? (mine?.votes[id] ?? null) : tally.user_vote;
			},
			press: (statement, pressed) => void now.current.press(statement, pressed),
		}),
		[statements, shown, mine],
	);
}

type StoredVote = { id: string; tally: VoteTally };

/**
 * Calls `onVote` with each vote that the same member has stored in another tab with this report.
 * Returns a ref to a function that sends one to those tabs.
 */
function useOtherTabs(
	member_id: string | undefined,
	video_id: string,
	onVote: (id: string, tally: VoteTally) => void,
) {
	const latest = useRef(onVote);
	latest.current = onVote;
	const send = useRef((_: StoredVote): void => {});
	useEffect(() => {
		if (member_id === undefined) return;
		const channel = openTabChannel(`votes:${member_id}:${video_id}`);
		channel?.addEventListener("message", ({ data }: MessageEvent<StoredVote>) =>
			latest.current(data.id, data.tally),
		);
		send.current = (vote) => channel?.postMessage(vote);
		return () => channel?.close();
	}, [member_id, video_id]);
	return send;
}

function showVoteToast(statement: Statement, vote: VoteType | null, undo: () => void): void {
	const titles = {
		upvote: "You agree with this rating",
		downvote: "You disagree with this rating",
	};
	const { band, words } = statementMark(statement);
	const score = band ? `${statement.ai_score} of 100, ` : "";
	showToast({
		topic: "vote",
		title: vote === null ? "Vote removed" : titles[vote],
		text: `${score}${words}: ${isolated(inQuotes(statement.quote || statement.content))}`,
		action: { label: "Undo", onPress: undo },
		duration_ms: TOAST_MS,
	});
}

function showRefusalToast(thrown: unknown): void {
	showToast({
		topic: "vote",
		title: "Vote not counted",
		text: problemText(thrown, REFUSED),
		duration_ms: TOAST_MS,
	});
}

/** null while a first analysis is running: its statements are not published yet. */
export const VoteContext = createContext<Votes | null>(null);

export function useVoteContext(): Votes | null {
	return useContext(VoteContext);
}
