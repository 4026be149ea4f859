import type { Analysis } from "#contract/analysis.ts";
import { Skeleton } from "#web/ui/view-states.tsx";

/** Placeholders for statements that are found but not rated. */
const MAX_PLACEHOLDERS = ["first", "second", "third"];

/** Placeholders for the run's next statements. */
export function StatementPlaceholders({
	run,
	rated,
}: {
	run: Analysis;
	/** The number of statements that are shown already. */
	rated: number;
}) {
	const expected = run.claims_chosen === 0 ? MAX_PLACEHOLDERS.length : run.claims_chosen - rated;
	return MAX_PLACEHOLDERS.slice(0, Math.max(0, expected)).map((place) => (
		<li key={place} className="flex gap-6 border-t border-line py-6">
			<Skeleton className="h-12 w-20" />
			<div className="flex grow flex-col gap-2">
				<Skeleton className="h-5 w-full" />
				<Skeleton className="h-5 w-2/3" />
			</div>
		</li>
	));
}
