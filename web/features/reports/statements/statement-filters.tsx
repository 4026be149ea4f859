import { Suspense, useId, useRef } from "react";
import { BANDS } from "#contract/bands.ts";
import { clockTime } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { bandMark, type StatementMark, statementMark } from "#contract/verdict-words.ts";
import { VERDICT_WORDS, VERDICTS } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";
import { VerdictIcon } from "#web/ui/badges.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PhoneFold } from "#web/ui/phone-fold.tsx";
import { hasTime } from "#web/ui/timeline-layout.ts";
import { EmptyState } from "#web/ui/view-states.tsx";
import { RangeFilter } from "./range-filter.tsx";
import {
	isFiltered,
	type StatementSort,
	type StatementView,
	WHOLE_VIEW,
} from "./statement-view.ts";

/** Few transcripts name who speaks. */
const SpeakerFilter = lazyComponent(
	async () => (await import("./speaker-filter.tsx")).SpeakerFilter,
	"speaker-filter",
);

/** Filters and sorts the statements, and shows how many match. */
export function StatementFilters({
	video,
	statements,
	shown,
	view,
	onChange,
}: {
	video: Video;
	statements: readonly Statement[];
	/** How many statements match. */
	shown: number;
	view: StatementView;
	onChange: (change: Partial<StatementView>) => void;
}) {
	const count = useRef<HTMLParagraphElement>(null);
	const choices = filterChoices(statements.map(statementMark));
	const speakers = new Set(statements.flatMap(({ speaker }) => speaker || []));
	const filtered = isFiltered(view);

	function clear(): void {
		onChange({ ...WHOLE_VIEW, sort: view.sort });
		// The clicked button, which had the focus, has disappeared.
		count.current?.focus({ preventScroll: true });
	}

	const clearing = (
		<button type="button" onClick={clear} className="min-h-11 px-2 text-sm font-semibold link">
			Clear filters
		</button>
	);
	return (
		<div className="flex flex-col gap-1 sm:gap-3" data-print="no">
			<PhoneFold label="Filter and sort" className="flex flex-wrap items-center gap-2">
				{choices.length > 0 && (
					<VerdictFilter
						choices={choices}
						chosen={view.band}
						simulated={statements.some(isSimulated)}
						onChoose={(band) => onChange({ band })}
					/>
				)}
				{statements.some(hasTime) && (
					<RangeFilter from={view.from} to={view.to} onChange={onChange} />
				)}
				<SortChoice chosen={view.sort} onChoose={(sort) => onChange({ sort })} />
				{(speakers.size > 1 || view.speaker !== null) && (
					<Suspense fallback={null}>
						<SpeakerFilter
							video={video}
							statements={statements}
							chosen={view.speaker}
							onChoose={(speaker) => onChange({ speaker })}
						/>
					</Suspense>
				)}
			</PhoneFold>
			<div className="flex flex-wrap items-center gap-x-3">
				<p
					ref={count}
					role="status"
					tabIndex={-1}
					className={`text-sm ${filtered ? "font-semibold" : "text-muted max-sm:sr-only"}`}
				>
					{shown} of {statements.length} shown{rangeWords(view)}
				</p>
				{filtered && shown > 0 && clearing}
			</div>
			{shown === 0 && (
				<EmptyState title="No statement matches" text="Nothing in this report fits all filters.">
					{clearing}
				</EmptyState>
			)}
		</div>
	);
}

const isSimulated = ({ ratings }: Statement) =>
	ratings.some(({ status }) => status === "simulated");

function rangeWords({ from, to }: StatementView): string {
	if (from === null && to === null) return "";
	if (to === null) return `, from ${clockTime(from ?? 0)} on`;
	return `, from ${clockTime(from ?? 0)} to ${clockTime(to)}`;
}

type FilterChoice = { mark: StatementMark; word: string; count: number };

/** The available choices: every band, or the occurring verdicts if the run asked sources. */
export function filterChoices(marks: readonly StatementMark[]): FilterChoice[] {
	const count = (key: StatementMark["key"]) => marks.filter((mark) => mark.key === key).length;
	if (marks.every(({ key, band }) => key === band)) {
		return BANDS.map((band) => {
			const mark = bandMark(band);
			return { mark, word: mark.words, count: count(band) };
		});
	}
	return VERDICTS.flatMap((verdict) => {
		const mark = marks.find(({ key }) => key === verdict);
		return mark === undefined ? [] : { mark, word: VERDICT_WORDS[verdict], count: count(verdict) };
	});
}

/**
 * The number of statements with each verdict. A click shows only these; another click shows all.
 */
export function VerdictFilter({
	choices,
	chosen,
	simulated = false,
	onChoose,
}: {
	choices: readonly FilterChoice[];
	chosen: StatementMark["key"] | null;
	simulated?: boolean;
	onChoose: (key: StatementMark["key"] | null) => void;
}) {
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="sr-only">Show statements by verdict</legend>
			{choices.map(({ mark, word, count }) => (
				<button
					key={mark.key}
					type="button"
					aria-pressed={chosen === mark.key}
					disabled={count === 0 && chosen !== mark.key}
					onClick={() => onChoose(chosen === mark.key ? null : mark.key)}
					className="inline-flex min-h-11 items-center gap-1.5 rounded-md border border-line bg-raised px-3 text-sm hover:border-ink disabled:text-muted disabled:hover:border-line aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
				>
					<span className="grid rounded-full bg-raised p-0.5">
						<VerdictIcon mark={mark} simulated={simulated} className="size-3.5" />
					</span>
					{word} <strong>{count}</strong>
				</button>
			))}
		</fieldset>
	);
}

const SORTS: { sort: StatementSort; label: string }[] = [
	{ sort: "time", label: "By time" },
	{ sort: "score", label: "By score" },
	{ sort: "disagreement", label: "By disagreement" },
];

function SortChoice({
	chosen,
	onChoose,
}: {
	chosen: StatementSort;
	onChoose: (sort: StatementSort) => void;
}) {
	const id = useId();
	return (
		<div className="text-sm">
			<label htmlFor={id} className="sr-only">
				Sort statements
			</label>
			<select
				id={id}
				value={chosen}
				onChange={({ target }) => {
					const found = SORTS.find(({ sort }) => sort === target.value);
					if (found !== undefined) onChoose(found.sort);
				}}
				className="min-h-11 rounded-md border border-line bg-raised px-2 hover:border-ink"
			>
				{SORTS.map(({ sort, label }) => (
					<option key={sort} value={sort}>
						{label}
					</option>
				))}
			</select>
		</div>
	);
}
