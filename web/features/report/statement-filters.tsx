import { useRef } from "react";
import type { Statement } from "#contract/statement.ts";
import { bandOf } from "#web/ui/bands.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatClock } from "#web/ui/format-clock.ts";
import { BandFilter } from "./band-filter.tsx";
import { RangeFilter } from "./range-filter.tsx";
import { SortChoice } from "./sort-choice.tsx";
import {
	isFiltered,
	type StatementView,
	WHOLE_VIEW,
} from "./statement-view.ts";

/** Which statements are shown and in which order, and how many that leaves. */
export function StatementFilters({
	statements,
	shown,
	view,
	onChange,
}: {
	statements: readonly Statement[];
	/** How many the view leaves. */
	shown: number;
	view: StatementView;
	onChange: (change: Partial<StatementView>) => void;
}) {
	const count = useRef<HTMLParagraphElement>(null);
	const counts = { factual: 0, moderate: 0, high: 0 };
	for (const { ai_score } of statements) counts[bandOf(ai_score)] += 1;
	const filtered = isFiltered(view);

	function clear(): void {
		const { band, from, to } = WHOLE_VIEW;
		onChange({ band, from, to });
		// The pressed button leaves the page with the focus.
		count.current?.focus({ preventScroll: true });
	}

	const clearing = (
		<button
			type="button"
			onClick={clear}
			className="min-h-11 px-2 text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
		>
			Clear filters
		</button>
	);
	return (
		<div className="flex flex-col gap-3" data-print="no">
			<div className="flex flex-wrap items-center gap-2">
				<BandFilter
					counts={counts}
					chosen={view.band}
					onChoose={(band) => onChange({ band })}
				/>
				<RangeFilter from={view.from} to={view.to} onChange={onChange} />
				<SortChoice
					chosen={view.sort}
					onChoose={(sort) => onChange({ sort })}
				/>
			</div>
			<div className="flex flex-wrap items-center gap-x-3">
				<p
					ref={count}
					role="status"
					tabIndex={-1}
					className={`text-sm ${filtered ? "font-semibold" : "text-muted"}`}
				>
					{shown} of {statements.length} shown{rangeWords(view)}
				</p>
				{filtered && shown > 0 && clearing}
			</div>
			{shown === 0 && (
				<EmptyState
					title="No statement matches"
					text="The report has statements, but none with this verdict in this part of the video."
				>
					{clearing}
				</EmptyState>
			)}
		</div>
	);
}

function rangeWords({ from, to }: StatementView): string {
	if (from === null && to === null) return "";
	if (to === null) return `, from ${formatClock(from ?? 0)} on`;
	return `, from ${formatClock(from ?? 0)} to ${formatClock(to)}`;
}
