import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { formatNumber, plural } from "#contract/format.ts";
import { MAX_REASON_CHARS } from "#contract/limits.ts";
import type { HoldDecision, HoldState, VoteHold, VoteHolds } from "#contract/vote-checks.ts";
import { agreementPercent } from "#contract/vote-counts.ts";
import { problemText } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { paths } from "#web/paths.ts";
import { StatusBadge } from "#web/ui/badges.tsx";
import { Button } from "#web/ui/button.tsx";
import { ReviewFacts } from "#web/ui/fact-list.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { agreementWords, formatDate } from "#web/ui/format.ts";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";

const STATES: { id: HoldState; label: string }[] = [
	{ id: "open", label: "Being Checked" },
	{ id: "settled", label: "Settled" },
	{ id: "upheld", label: "Left Out" },
	{ id: "lifted", label: "Counted" },
];

const NOTHING: Record<HoldState, { title: string; text: string }> = {
	open: {
		title: "Nothing to check",
		text: "No agreement is being checked right now.",
	},
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

const DONE: Record<HoldDecision["state"], string> = {
	upheld: "The percentage leaves these votes out.",
	lifted: "The percentage counts these votes.",
};

/** The brigading cases by state, for admins to decide. A decision can be changed. */
export function BurstQueue({
	state,
	list,
	onState,
}: {
	state: HoldState;
	list: ReturnType<typeof useBrigading>;
	onState: (state: HoldState) => void;
}) {
	const { bursts: cases, problem, more, loading, loadMore, reload } = list;
	const [busy, setBusy] = useState<string | null>(null);
	const [result, setTold] = useState<{ text: string; failed: boolean } | null>(null);
	const freshly = useFreshSignIn();
	const outcome = useRef<HTMLParagraphElement>(null);

	useEffect(() => {
		// The decided case has disappeared with its button, which had the focus.
		if (result?.failed === false) outcome.current?.focus();
	}, [result]);

	async function decide(brigading: VoteHold, decision: HoldDecision) {
		if (busy !== null) return;
		setBusy(brigading.id);
		setTold(null);
		try {
			await freshly(() => decideBrigading(brigading.id, decision));
			await reload();
			setTold({ text: DONE[decision.state], failed: false });
		} catch (thrown) {
			setTold({ text: problemText(thrown), failed: true });
		} finally {
			setBusy(null);
		}
	}

	return (
		<Tabs
			label="Checks by state"
			variant="sub"
			tabs={STATES}
			chosen={state}
			onChoose={(next) => {
				setTold(null);
				onState(next);
			}}
		>
			<div className="flex max-w-3xl flex-col gap-8">
				<p
					ref={outcome}
					role="status"
					tabIndex={-1}
					className="font-semibold empty:hidden focus:outline-none"
				>
					{result?.failed === false ? result.text : ""}
				</p>
				{result?.failed === true && <ProblemNotice detail={result.text} />}
				{cases === undefined && problem === undefined && <Skeleton className="h-60" />}
				{cases?.length === 0 && <EmptyState {...NOTHING[state]} />}
				{cases?.map((brigading) => (
					<BurstCard
						key={brigading.id}
						brigading={brigading}
						busy={busy === brigading.id}
						onDecide={(decision) => void decide(brigading, decision)}
					/>
				))}
				<ListEnd
					problem={problem}
					more={more}
					loading={loading}
					onMore={loadMore}
					onRetry={reload}
				/>
			</div>
		</Tabs>
	);
}

/** The counts of one brigading case, and the controls to decide it. */
function BurstCard({
	brigading,
	busy,
	onDecide,
}: {
	brigading: VoteHold;
	busy: boolean;
	onDecide: (decision: HoldDecision) => void;
}) {
	const [reason, setReason] = useState("");
	const decide = (next: HoldDecision["state"]) =>
		onDecide({ state: next, ...(reason.trim() !== "" && { reason }) });
	const { id, state, statement, video, votes } = brigading;
	const title = `burst-${id}`;
	return (
		<article aria-labelledby={title} className="flex flex-col gap-4 border-t-2 border-ink pt-3">
			<div className="flex flex-col gap-2">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<StatusBadge {...MARKS[state]} />
					<span className="text-sm text-muted">{CAUSES[brigading.cause]}</span>
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
					["Votes", `${plural(votes, "vote")} to ${WAYS[brigading.vote_type]}`],
					["When", formatSpan(brigading)],
					["New accounts", formatShare(brigading.fresh_votes, votes)],
					["Shared network", formatShare(brigading.shared_votes, votes)],
					["Without them", formatCounts(brigading.before)],
					["With them", formatCounts(brigading.now)],
					["Decided", brigading.decided_at && formatDate(brigading.decided_at)],
				]}
			/>
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
		</article>
	);
}

const MARKS = {
	open: { word: "Being checked", icon: "clock" },
	settled: { word: "Settled", icon: "check" },
	lifted: { word: "Counted", icon: "check" },
	upheld: { word: "Left out", icon: "close" },
} as const;

const CAUSES: Record<VoteHold["cause"], string> = {
	new_accounts: "Many new accounts within a minute",
	one_network: "Many votes from one network within a minute",
};

const WAYS = { upvote: "agree", downvote: "disagree" };

function formatShare(part: number, all: number): string {
	const percent = all === 0 ? 0 : Math.round((100 * part) / all);
	return `${formatNumber(part)} of ${formatNumber(all)} (${percent}%)`;
}

function formatCounts({ upvotes, downvotes }: VoteHold["before"]): string {
	if (upvotes + downvotes === 0) return "No votes";
	const words = agreementWords(agreementPercent(upvotes, downvotes), upvotes + downvotes);
	return `${formatNumber(upvotes)} agree, ${formatNumber(downvotes)} disagree (${words})`;
}

const MINUTE = new Intl.DateTimeFormat("en", {
	dateStyle: "medium",
	timeStyle: "medium",
});

/** The times of the first and the last vote. */
function formatSpan({ first_at, last_at }: VoteHold): string {
	const from = MINUTE.format(new Date(first_at));
	const to = MINUTE.format(new Date(last_at));
	return from === to ? from : `${from} to ${to}`;
}

/** The brigading cases in one state, newest first. */
export function useBrigading(state: HoldState, member_id: string) {
	const { pages, ...list } = usePages<VoteHolds>(
		(cursor) => brigadingKey(state, cursor),
		member_id,
	);
	return { ...list, bursts: pages?.flatMap(({ holds }) => holds) };
}

/** The swr key of a page of brigading cases. */
function brigadingKey(state: HoldState, cursor: string | null): string {
	const query = new URLSearchParams({ state });
	if (cursor !== null) query.set("cursor", cursor);
	return `/api/admin/votes?${query}`;
}

/** Throws `ApiProblem`. */
function decideBrigading(id: string, decision: HoldDecision): Promise<unknown> {
	return request(`/api/admin/votes/${encodeURIComponent(id)}`, {
		method: "POST",
		body: decision,
	});
}
