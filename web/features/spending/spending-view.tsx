import { Link } from "react-router-dom";
import useSWR from "swr";
import { formatMinute, formatNumber, formatTime, plural } from "#contract/format.ts";
import type {
	Spending,
	SpendingAnalyses,
	SpendingAnalysis,
	SpendingDay,
	SpendingStep,
	SpendingToday,
} from "#contract/spending.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { withCursor } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { paths } from "#web/paths.ts";
import { SimulatedBadge } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { PercentBar } from "#web/ui/meter.tsx";
import { EmptyState, Loading, Skeleton } from "#web/ui/view-states.tsx";
import { Shares } from "./spending-shares.tsx";
import {
	DaysTable,
	formatCost,
	formatTokens,
	formatUsd,
	MembersTable,
	NO_NAME,
	PAID_NAMES,
} from "./spending-tables.tsx";

/** The site's spending on providers, latest first. */
export function SpendingView({ member_id }: { member_id: string }) {
	const { data: spending, error, mutate } = useSWR<Spending, ApiProblem>("/api/admin/spending");
	const list = useSpendingAnalyses(member_id);
	if (spending === undefined) return <Loading problem={error} retry={mutate} className="h-96" />;
	const { today, days, members } = spending;
	const nothing = list.analyses?.length === 0;
	return (
		<div className="flex max-w-3xl flex-col gap-12">
			<TodayUsage today={today} unpriced_calls={unpricedOn(today.day, days)} />
			<Shares shares={today.shares} takers={today.takers} />
			{nothing ? (
				<EmptyState
					title="No analyses yet"
					text="When an analysis ends, its requests and cost appear here: by day and provider, by member, and for each analysis."
				/>
			) : (
				<>
					{days.length > 0 && <DaysTable days={days} />}
					{members.length > 0 && <MembersTable members={members} />}
					<AnalysesList list={list} />
				</>
			)}
		</div>
	);
}

function unpricedOn(date: string, days: SpendingDay[]): number {
	return days
		.filter(({ day }) => day === date)
		.reduce((sum, { unpriced_calls }) => sum + unpriced_calls, 0);
}

/** Today's usage against the site's limits. */
function TodayUsage({
	today,
	unpriced_calls,
}: {
	today: SpendingToday;
	/** Today's calls whose cost is unknown. */
	unpriced_calls: number;
}) {
	const lifts = formatTime(new Date(today.lifts_at));
	return (
		<section aria-labelledby="spending-today" className="flex flex-col gap-4">
			<h2 id="spending-today" className="heading">
				Today
			</h2>
			<div className="grid gap-6 border-t-2 border-ink pt-4 sm:grid-cols-3">
				<Meter name="Calls to providers" {...today.calls} write={formatNumber} />
				<Meter name="Paid searches" {...today.searches} write={formatNumber} />
				<Meter name="Estimated cost" {...today.usd} write={formatUsd} />
			</div>
			<p className="text-sm text-muted">
				Includes what is reserved for running analyses. Resets at 00:00 UTC, which is {lifts} where
				you are.
				{unpriced_calls > 0 &&
					` The cost leaves out ${plural(unpriced_calls, "call")} to models whose price is unknown.`}
			</p>
		</section>
	);
}

function Meter({
	name,
	taken,
	limit,
	write,
}: {
	name: string;
	taken: number;
	limit: number | null;
	write: (value: number) => string;
}) {
	return (
		<div className="flex flex-col gap-2">
			<p className="text-sm text-muted">{name}</p>
			<p>
				<span className="text-2xl font-semibold">{write(taken)}</span>{" "}
				<span className="text-muted">{limit === null ? "(no limit)" : `of ${write(limit)}`}</span>
			</p>
			{limit !== null && (
				<PercentBar
					label={`${name} of today's limit`}
					percent={(100 * taken) / limit}
					className="h-2"
				/>
			)}
		</div>
	);
}

/** Every analysis with its cost, page by page. */
function AnalysesList({ list }: { list: ReturnType<typeof useSpendingAnalyses> }) {
	const { analyses, problem, more, loading, loadMore, reload } = list;
	return (
		<section aria-labelledby="spending-analyses" className="flex flex-col gap-4">
			<h2 id="spending-analyses" className="heading">
				Each analysis
			</h2>
			{analyses === undefined && problem === undefined && <Skeleton className="h-60" />}
			{analyses !== undefined && (
				<ul className="max-w-3xl border-t-2 border-ink">
					{analyses.map((analysis) => (
						<AnalysisCard key={analysis.run} analysis={analysis} />
					))}
				</ul>
			)}
			<ListEnd
				problem={problem}
				more={more}
				loading={loading}
				onMore={loadMore}
				onRetry={reload}
				className="self-start"
			/>
		</section>
	);
}

const STEPS: Record<SpendingStep, string> = {
	transcribe: "transcribed",
	extract: "found statements",
	check_wording: "checked wording",
	plan: "wrote queries",
	search: "searched",
	rate: "rated",
	check_support: "read quotes again",
};

/** One run with its cost and each provider's share. */
function AnalysisCard({ analysis }: { analysis: SpendingAnalysis }) {
	const { title, video_id, status, started_by, steps, simulated } = analysis;
	const ended = formatMinute(analysis.ended_at);
	return (
		<li className="flex flex-col gap-1 border-t border-line py-3">
			<div className="flex items-baseline justify-between gap-x-6">
				<Link
					to={paths.results(video_id)}
					className="py-0.5 font-semibold link [overflow-wrap:anywhere]"
				>
					<ForeignText>{title ?? video_id}</ForeignText>
				</Link>
				<span className="font-semibold whitespace-nowrap">{formatCost(analysis)}</span>
			</div>
			<p className="flex flex-wrap gap-x-3 text-sm text-muted">
				<span>
					{status === "completed" ? "Completed" : "Failed"}{" "}
					<time dateTime={analysis.ended_at}>{ended}</time>
				</span>
				<ForeignText>
					{started_by ? started_by.full_name || NO_NAME : "Deleted account"}
				</ForeignText>
				{analysis.requests === 0 ? (
					<span>No provider asked</span>
				) : (
					<>
						<span>{plural(analysis.requests, "request")}</span>
						<span>{formatTokens(analysis)}</span>
					</>
				)}
				{simulated && status === "completed" && <SimulatedBadge />}
			</p>
			{steps.length > 0 && (
				<ul className="text-sm text-muted">
					{steps.map((step) => (
						<li
							key={`${step.step}:${step.provider}:${step.model}`}
							className="[overflow-wrap:anywhere]"
						>
							{PAID_NAMES[step.provider]} {STEPS[step.step]}
							{step.model !== "" && ` with ${step.model}`}: {plural(step.requests, "request")}
							{step.failed_calls > 0 && `, ${step.failed_calls} failed`},{" "}
							{step.step !== "search" && `${formatTokens(step)}, `}
							{formatCost(step)}
						</li>
					))}
				</ul>
			)}
		</li>
	);
}

/** Every analysis, latest end first. */
function useSpendingAnalyses(member_id: string) {
	const { pages, ...list } = usePages<SpendingAnalyses>(
		(cursor) => withCursor("/api/admin/spending/analyses", cursor),
		member_id,
	);
	return { ...list, analyses: pages?.flatMap(({ analyses }) => analyses) };
}
