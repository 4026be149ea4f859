import { useState } from "react";
import { useHealth } from "#web/api/use-health.ts";
import { Figures } from "#web/ui/figures.tsx";
import { grouped } from "#web/ui/format-count.ts";
import { ListEnd } from "#web/ui/list-end.tsx";
import { PickOne } from "#web/ui/pick-one.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useDebounced } from "#web/ui/use-debounced.ts";
import { ActivityEntry } from "./activity-entry.tsx";
import { EmptyActivity } from "./empty-activity.tsx";
import { useActivity } from "./use-activity.ts";

const FILTERS = [
	{ id: "all", label: "All" },
	{ id: "votes", label: "Votes" },
	{ id: "analyses", label: "Analyses" },
] as const;
type Filter = (typeof FILTERS)[number]["id"];

/** Long enough that a word is asked for once, not letter by letter. */
const DEBOUNCE_MS = 300;

/** The member's own votes and analyses. */
export function MyActivity({ member_id }: { member_id: string }) {
	const [filter, setFilter] = useState<Filter>("all");
	const [typed, setTyped] = useState("");
	const query = useDebounced(typed.trim(), DEBOUNCE_MS);
	const { stats, items, problem, more, loading, loadMore, reload } =
		useActivity(member_id, filter, query);
	const simulated = useHealth()?.mode === "demo";
	return (
		<div className="flex flex-col gap-6">
			<h2 className="font-serif text-xl font-semibold">My Activity</h2>
			<Figures
				figures={[
					["Votes cast", stats && grouped(stats.total_votes)],
					["Agreed", stats && grouped(stats.agree_votes)],
					["Disagreed", stats && grouped(stats.disagree_votes)],
					["Analyses", stats && grouped(stats.analyses)],
					["Days Active", stats && grouped(stats.days_active)],
				]}
			/>
			<div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
				<PickOne
					legend="Show"
					choices={[...FILTERS]}
					chosen={filter}
					onChoose={setFilter}
				/>
				<div className="sm:w-80">
					<TextField
						label="Search your activity"
						type="search"
						autoComplete="off"
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
					/>
				</div>
			</div>
			{items === undefined && problem === undefined && (
				<Skeleton className="h-60" />
			)}
			{items?.length === 0 && !more && (
				<EmptyActivity filter={filter} query={query} />
			)}
			{items !== undefined && items.length > 0 && (
				<ol className="border-b border-line">
					{items.map((item) => (
						<ActivityEntry
							key={`${item.type} ${item.created_at} ${item.type === "vote" ? item.statement.id : item.video.id}`}
							item={item}
							simulated={simulated}
						/>
					))}
				</ol>
			)}
			<ListEnd
				problem={problem}
				more={more}
				loading={loading}
				onMore={loadMore}
				onRetry={reload}
			/>
		</div>
	);
}
