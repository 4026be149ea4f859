import { Link } from "react-router-dom";
import { formatNumber, plural } from "#contract/format.ts";
import type { HoldDecision, VoteHold } from "#contract/held-votes.ts";
import { agreementPercent } from "#contract/vote-counts.ts";
import { paths } from "#web/paths.ts";
import { agreementWords } from "#web/ui/agreement.ts";
import { Button } from "#web/ui/button.tsx";
import { ReviewFacts } from "#web/ui/fact-list.tsx";
import { formatDate } from "#web/ui/format.ts";
import { StatusMark } from "#web/ui/marks.tsx";

/** One brigading case, in numbers, with what is needed to decide on it. */
export function BurstCard({
	burst,
	busy,
	onDecide,
}: {
	burst: VoteHold;
	busy: boolean;
	onDecide: (state: HoldDecision["state"]) => void;
}) {
	const { id, state, statement, video, votes } = burst;
	const title = `burst-${id}`;
	return (
		<article
			aria-labelledby={title}
			className="flex flex-col gap-4 border-t-2 border-ink pt-3"
		>
			<div className="flex flex-col gap-2">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<StatusMark {...MARKS[state]} />
					<span className="text-sm text-muted">{CAUSES[burst.cause]}</span>
				</p>
				<h2
					id={title}
					className="font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]"
				>
					“{statement.quote}”
				</h2>
				<p className="text-sm text-muted">
					In{" "}
					<Link
						to={paths.statement(video.id, statement.id)}
						className="inline-block py-0.5 underline decoration-rule underline-offset-4 hover:decoration-ink"
					>
						{video.title || video.id}
					</Link>
				</p>
			</div>
			<ReviewFacts
				facts={[
					["Burst", `${plural(votes, "vote")} to ${WAYS[burst.vote_type]}`],
					["When", spanOf(burst)],
					["New accounts", shareOf(burst.fresh_votes, votes)],
					["Shared network", shareOf(burst.shared_votes, votes)],
					["Before", countsOf(burst.before)],
					[state === "open" ? "With them" : "Counted now", countsOf(burst.now)],
					["Decided", burst.decided_at && formatDate(burst.decided_at)],
				]}
			/>
			<div className="flex flex-wrap gap-3">
				{state !== "upheld" && (
					<Button
						look={state === "open" ? "primary" : "secondary"}
						busy={busy}
						aria-describedby={title}
						onClick={() => onDecide("upheld")}
					>
						Leave These Votes Out
					</Button>
				)}
				{state !== "lifted" && (
					<Button
						busy={busy}
						aria-describedby={title}
						onClick={() => onDecide("lifted")}
					>
						Count These Votes
					</Button>
				)}
			</div>
		</article>
	);
}

const MARKS = {
	open: { word: "Being checked", icon: "clock" },
	lifted: { word: "Counted", icon: "check" },
	upheld: { word: "Left out", icon: "close" },
} as const;

const CAUSES: Record<VoteHold["cause"], string> = {
	new_accounts: "Many new accounts within a minute",
	one_network: "Many votes from one network within a minute",
};

const WAYS = { upvote: "agree", downvote: "disagree" };

function shareOf(part: number, all: number): string {
	const percent = all === 0 ? 0 : Math.round((100 * part) / all);
	return `${formatNumber(part)} of ${formatNumber(all)} (${percent}%)`;
}

function countsOf({ upvotes, downvotes }: VoteHold["before"]): string {
	if (upvotes + downvotes === 0) return "No votes";
	const words = agreementWords(
		agreementPercent(upvotes, downvotes),
		upvotes + downvotes,
	);
	return `${formatNumber(upvotes)} agree, ${formatNumber(downvotes)} disagree (${words})`;
}

const MINUTE = new Intl.DateTimeFormat("en", {
	dateStyle: "medium",
	timeStyle: "medium",
});

/** The times of the first and the last vote. */
function spanOf({ first_at, last_at, opened_at }: VoteHold): string {
	const from = MINUTE.format(new Date(first_at ?? opened_at));
	const to = MINUTE.format(new Date(last_at ?? opened_at));
	return from === to ? from : `${from} to ${to}`;
}
