import { Suspense, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Analysis } from "#contract/analysis.ts";
import { plural } from "#contract/format.ts";
import { coverageWords, hasScore, isCounted } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { ShortcutHelpButton } from "#web/ui/shortcut-help.tsx";
import { hasTime, MAX_STACKED } from "#web/ui/timeline-layout.ts";
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

const StatementPlaceholders = lazyComponent(
	async () => (await import("./statement-placeholders.tsx")).StatementPlaceholders,
	"statement-placeholders",
);

const LongList = lazyComponent(async () => (await import("./long-list.tsx")).LongList, "long-list");

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
	// A list that grows stays as it is, so that its open cards do.
	const [is_long] = useState(statements.length > MAX_STACKED);
	// The app takes over each card by itself: the rest of the page does not wait for it, and a press
	// on it comes first.
	const card = (statement: Statement) => (
		<StatementCard
			statement={statement}
			video={video}
			playback={statement.id !== activeId ? null : playing ? "playing" : "paused"}
			target_key={statement.id === target?.id ? target.asked : null}
		/>
	);
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
				{is_long ? (
					<Suspense fallback={null}>
						<LongList statements={shown} targetId={target?.id}>
							{card}
						</LongList>
					</Suspense>
				) : (
					shown.map((statement) => (
						<Suspense key={statement.id} fallback={null}>
							{card(statement)}
						</Suspense>
					))
				)}
				{run !== null && (
					<Suspense fallback={null}>
						<StatementPlaceholders run={run} rated={statements.length} />
					</Suspense>
				)}
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
