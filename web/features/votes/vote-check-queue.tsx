import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDate, formatMinute, formatNumber, inQuotes, plural } from "#contract/format.ts";
import { MAX_REASON_CHARS } from "#contract/limits.ts";
import { agreementPercent } from "#contract/vote-counts.ts";
import type {
	VoteCheck,
	VoteCheckDecision,
	VoteCheckPage,
	VoteCheckState,
} from "#contract/votes.ts";
import { withCursor } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useReviewDecisions } from "#web/features/accounts/use-review-decisions.ts";
import { paths } from "#web/paths.ts";
import { StatusBadge } from "#web/ui/badges.tsx";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { agreementWords } from "#web/ui/format.ts";
import { REVIEW_LINK, ReviewCard, ReviewQueue } from "#web/ui/review-queue.tsx";

const STATES: { id: VoteCheckState; label: string }[] = [
	{ id: "open", label: "Being Checked" },
	{ id: "settled", label: "Settled" },
	{ id: "upheld", label: "Left Out" },
	{ id: "lifted", label: "Counted" },
];

const NOTHING: Record<VoteCheckState, { title: string; text: string }> = {
	open: { title: "Nothing to check", text: "No agreement is being checked right now." },
	settled: {
		title: "No settled checks",
		text: "Checks that ended by themselves after an hour appear here.",
	},
	upheld: {
		title: "No votes left out",
		text: "Checks whose votes you left out of the percentage appear here.",
	},
	lifted: {
		title: "No checks counted",
		text: "Checks that turned out to be ordinary votes appear here.",
	},
};

const DONE: Record<VoteCheckDecision["state"], string> = {
	upheld: "The percentage leaves these votes out.",
	lifted: "The percentage counts these votes.",
};

/** The vote checks by state, for admins to decide. A decision can be changed. */
export function VoteCheckQueue({
	chosen,
	member_id,
	onState,
}: {
	/** The state that the address names. */
	chosen: string | null;
	member_id: string;
	onState: (state: VoteCheckState) => void;
}) {
	const state = STATES.find(({ id }) => id === chosen)?.id ?? "open";
	const { pages, ...list } = usePages<VoteCheckPage>(
		(cursor) => withCursor("/api/admin/votes", cursor, { state }),
		member_id,
	);
	const { busy, outcome, decide, forget } = useReviewDecisions<VoteCheckDecision>(
		"/api/admin/votes",
		list.reload,
		(decision) => DONE[decision.state],
	);

	return (
		<ReviewQueue
			label="Checks by state"
			states={STATES}
			state={state}
			nothing={NOTHING}
			items={pages?.flatMap(({ holds }) => holds)}
			list={list}
			outcome={outcome}
			onState={(next) => {
				forget();
				onState(next);
			}}
		>
			{(check) => (
				<CheckCard
					key={check.id}
					check={check}
					busy={busy === check.id}
					onDecide={(decision) => void decide(check.id, decision)}
				/>
			)}
		</ReviewQueue>
	);
}

/** The counts of one check, and the controls to decide it. */
function CheckCard({
	check,
	busy,
	onDecide,
}: {
	check: VoteCheck;
	busy: boolean;
	onDecide: (decision: VoteCheckDecision) => void;
}) {
	const [reason, setReason] = useState("");
	const decide = (next: VoteCheckDecision["state"]) =>
		onDecide({ state: next, ...(reason.trim() !== "" && { reason }) });
	const { id, state, statement, video, votes } = check;
	const title = `check-${id}`;
	return (
		<ReviewCard
			id={title}
			title={inQuotes(statement.quote)}
			above={
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<StatusBadge {...MARKS[state]} />
					<span className="text-sm text-muted">{CAUSES[check.cause]}</span>
				</p>
			}
			below={
				<>
					In{" "}
					<Link to={paths.statement(video.id, statement.id)} className={REVIEW_LINK}>
						<ForeignText>{video.title || video.id}</ForeignText>
					</Link>
				</>
			}
			facts={[
				["Votes", `${plural(votes, "vote")} to ${WAYS[check.vote_type]}`],
				["When", formatSpan(check)],
				["New accounts", formatShare(check.fresh_votes, votes)],
				["Shared network", formatShare(check.shared_votes, votes)],
				["Without them", formatCounts(check.before)],
				["With them", formatCounts(check.now)],
				["Decided", check.decided_at && formatDate(check.decided_at)],
			]}
		>
			<TextField
				label="Why (optional, for the audit log)"
				name="reason"
				autoComplete="off"
				maxLength={MAX_REASON_CHARS}
				value={reason}
				onChange={(event) => setReason(event.target.value)}
			/>
			<div className="flex flex-wrap gap-3">
				{state !== "upheld" && (
					<Button
						variant={state === "open" ? "primary" : "secondary"}
						busy={busy}
						aria-describedby={title}
						onClick={() => decide("upheld")}
					>
						Leave These Votes Out
					</Button>
				)}
				{state !== "lifted" && (
					<Button busy={busy} aria-describedby={title} onClick={() => decide("lifted")}>
						Count These Votes
					</Button>
				)}
			</div>
		</ReviewCard>
	);
}

const MARKS = {
	open: { word: "Being checked", icon: "clock" },
	settled: { word: "Settled", icon: "check" },
	lifted: { word: "Counted", icon: "check" },
	upheld: { word: "Left out", icon: "close" },
} as const;

const CAUSES: Record<VoteCheck["cause"], string> = {
	new_accounts: "Many new accounts within a minute",
	one_network: "Many votes from one network within a minute",
	one_mailbox: "Another account of the same mailbox had voted",
};

const WAYS = { upvote: "agree", downvote: "disagree" };

function formatShare(part: number, all: number): string {
	const percent = all === 0 ? 0 : Math.round((100 * part) / all);
	return `${formatNumber(part)} of ${formatNumber(all)} (${percent}%)`;
}

function formatCounts({ upvotes, downvotes }: VoteCheck["before"]): string {
	if (upvotes + downvotes === 0) return "No votes";
	const words = agreementWords(agreementPercent(upvotes, downvotes), upvotes + downvotes);
	return `${formatNumber(upvotes)} agree, ${formatNumber(downvotes)} disagree (${words})`;
}

/** The times of the first and the last vote. */
function formatSpan({ first_at, last_at }: VoteCheck): string {
	const from = formatMinute(first_at);
	const to = formatMinute(last_at);
	return from === to ? from : `${from} to ${to}`;
}
