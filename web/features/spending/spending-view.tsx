import { formatNumber, plural } from "#contract/format.ts";
import type { SpendingDay, SpendingToday } from "#contract/spending.ts";
import { Button } from "#web/ui/button.tsx";
import { PercentBar } from "#web/ui/meter.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { AnalysesList } from "./analyses-list.tsx";
import { formatUsd } from "./format-amounts.ts";
import { DaysTable, MembersTable } from "./spending-tables.tsx";
import { useSpending, useSpendingAnalyses } from "./use-spending.ts";

/** What the site pays its providers, from today back. */
export function SpendingView({ member_id }: { member_id: string }) {
	const { spending, problem, reload } = useSpending();
	const list = useSpendingAnalyses(member_id);
	if (spending === undefined) {
		return problem === undefined ? (
			<Skeleton className="h-96" />
		) : (
			<ProblemNotice detail={problem.message}>
				<Button onClick={() => void reload()}>Try Again</Button>
			</ProblemNotice>
		);
	}
	const { today, days, members } = spending;
	const nothing = list.analyses?.length === 0;
	return (
		<div className="flex max-w-3xl flex-col gap-12">
			<DayMeters today={today} unpriced_calls={unpricedOn(today.day, days)} />
			{nothing ? (
				<EmptyState
					title="No analyses yet"
					text="Once an analysis has ended, what it took stands here: by day and provider, by member, and by itself."
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
function DayMeters({
	today,
	unpriced_calls,
}: {
	today: SpendingToday;
	/** Today's calls whose cost is unknown. */
	unpriced_calls: number;
}) {
	const lifts = new Date(today.lifts_at).toLocaleTimeString(undefined, {
		hour: "numeric",
		minute: "2-digit",
	});
	return (
		<section aria-labelledby="spending-today" className="flex flex-col gap-4">
			<h2 id="spending-today" className="font-serif text-xl font-semibold">
				Today
			</h2>
			<div className="grid gap-6 border-t-2 border-ink pt-4 sm:grid-cols-2">
				<Meter
					name="Calls to providers"
					{...today.calls}
					write={formatNumber}
				/>
				<Meter name="Estimated cost" {...today.usd} write={formatUsd} />
			</div>
			<p className="text-sm text-muted">
				With what is set aside for analyses under way. Counted anew at 00:00
				UTC, which is {lifts} where you are.
				{unpriced_calls > 0 &&
					` The cost is without ${plural(unpriced_calls, "call")} to models of unknown price.`}
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
				<span className="text-muted">
					{limit === null ? "and no limit" : `of ${write(limit)}`}
				</span>
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
