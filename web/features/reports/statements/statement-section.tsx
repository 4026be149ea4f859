import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Analysis } from "#contract/analysis.ts";
import { plural } from "#contract/format.ts";
import { coverageWords, hasScore, isCounted } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { ShortcutHelpButton } from "#web/ui/shortcut-help.tsx";
import { hasTime } from "#web/ui/timeline-layout.ts";
import { Skeleton } from "#web/ui/view-states.tsx";
import { usePlayerState } from "../player/player-context.ts";
import { StatementCard } from "./statement-card.tsx";
import { StatementFilters } from "./statement-filters.tsx";
import { StatementTimeline } from "./statement-timeline.tsx";
import {
	activeStatement,
	arrange,
	isFiltered,
	readView,
	type StatementView,
	writeView,
} from "./statement-view.ts";
import { useStartPosition, useStatementTarget } from "./use-statement-target.ts";

/** The statements: first on the timeline, then as a list. */
export function StatementSection({
	video,
	statements,
	run,
}: {
	video: Video;
	statements: Statement[];
	/** A run that is still adding statements. */
	run: Analysis | null;
}) {
	const [view, change] = useStatementView();
	const shown = arrange(statements, view);
	const { target, open } = useStatementTarget(statements, shown);
	const activeId = usePlayerState(({ time }) => activeStatement(statements.filter(hasTime), time));
	const playing = usePlayerState((state) => state.playing);
	useStartPosition(activeId, target === null);
	const known = statements.length > 0;
	const counted = statements.filter(isCounted);
	return (
		<section aria-labelledby="statements" className="flex flex-col gap-2 sm:gap-5">
			{statements.some(hasTime) && (
				<StatementTimeline
					video={video}
					statements={statements}
					shown={shown}
					view={view}
					activeId={activeId}
					onOpen={open}
					onChange={change}
				/>
			)}
			<div className="flex flex-wrap items-end justify-between gap-x-4">
				<div>
					<h2 id="statements" className="heading">
						Statement Analysis
					</h2>
					<p className="text-sm text-muted">
						{known
							? [countWords(video, counted), ...scoreWords(video, counted)].join(", ")
							: "Waiting for the first rating"}
						{statements.some((s) => s.timestamp_source === "estimated") &&
							". Times marked ≈ are estimated from the length of the text."}
						{known &&
							!statements.some(hasTime) &&
							". No times: neither timed captions nor the video's length is known."}
					</p>
				</div>
				<ShortcutHelpButton className="hidden sm:inline-flex" />
			</div>
			{(statements.length > 1 || isFiltered(view)) && (
				<StatementFilters
					video={video}
					statements={statements}
					shown={shown.length}
					view={view}
					onChange={change}
				/>
			)}
			<ol className="flex flex-col">
				{shown.map((statement) => (
					<StatementCard
						key={statement.id}
						statement={statement}
						video={video}
						playback={statement.id !== activeId ? null : playing ? "playing" : "paused"}
						target_key={statement.id === target?.id ? target.asked : null}
					/>
				))}
				{run !== null && <StatementPlaceholders run={run} rated={statements.length} />}
			</ol>
		</section>
	);
}

/** For example "24 statements" or "24 of 40 statements". */
function countWords({ extraction }: Video, { length }: readonly Statement[]): string {
	return extraction !== null && extraction.found > length
		? `${length} of ${plural(extraction.found, "statement")} rated`
		: plural(length, "statement");
}

/**
 * The mean score, or the number of checked statements if the run asked sources. Moments have no
 * score in common.
 */
function scoreWords({ scope }: Video, statements: Statement[]): string[] {
	if (statements.some(({ verdict }) => verdict !== null)) {
		const checkable = statements.filter(
			({ unverified_reason }) => unverified_reason !== "not_checkable",
		).length;
		return [coverageWords({ checked: statements.filter(hasScore).length, checkable })];
	}
	return scope === "moments" ? [] : [`average BS score ${average(statements)}`];
}

function average(statements: Statement[]): number {
	const scored = statements.filter(hasScore);
	const sum = scored.reduce((total, { ai_score }) => total + ai_score, 0);
	return Math.round(sum / scored.length);
}

/** Placeholders for statements that are found but not rated. */
const MAX_PLACEHOLDERS = ["first", "second", "third"];

/** Placeholders for the run's next statements. */
function StatementPlaceholders({
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

/**
 * The view of the statements, stored in the address, so that links and the Back button restore
 * it.
 */
function useStatementView(): [StatementView, (change: Partial<StatementView>) => void] {
	const { search } = useLocation();
	const navigate = useNavigate();
	const view = useMemo(() => readView(new URLSearchParams(search)), [search]);
	return [
		view,
		(change) => {
			// Read from the address, which is newer than the rendered state while an earlier change is
			// being rendered.
			const params = new URLSearchParams(window.location.search);
			const next = writeView(params, { ...readView(params), ...change }).toString();
			// The statement in the address is no longer the subject.
			if (next !== params.toString()) {
				navigate({ search: next }, { preventScrollReset: true });
			}
		},
	];
}
