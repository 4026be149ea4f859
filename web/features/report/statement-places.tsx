import type { Analysis } from "#contract/analysis.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Places held for statements that are found but not rated. */
const PLACES = ["first", "second", "third"];

/** Room for what a run will still bring. */
export function StatementPlaces({
	run,
	rated,
}: {
	run: Analysis;
	/** Statements that are there already. */
	rated: number;
}) {
	const expected =
		run.claims_found === 0 ? PLACES.length : run.claims_found - rated;
	return PLACES.slice(0, Math.max(0, expected)).map((place) => (
		<li key={place} className="flex gap-6 border-t border-line py-6">
			<Skeleton className="h-12 w-20" />
			<div className="flex grow flex-col gap-2">
				<Skeleton className="h-5 w-full" />
				<Skeleton className="h-5 w-2/3" />
			</div>
		</li>
	));
}
