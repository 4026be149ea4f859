import type { SpendingToday } from "#contract/spending.ts";
import { grouped, plural } from "#web/ui/format-count.ts";
import { PercentBar } from "#web/ui/percent-bar.tsx";
import { formatUsd } from "./format-amounts.ts";

/** What the site has taken of today, against its limits. */
export function DayMeters({
	today,
	unpriced_calls,
}: {
	today: SpendingToday;
	/** Today's calls that cost something nobody knows. */
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
				<Meter name="Calls to providers" {...today.calls} write={grouped} />
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
