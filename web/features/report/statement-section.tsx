import type { Analysis } from "#contract/analysis.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { plural } from "#web/ui/format-count.ts";
import { ShortcutHelpButton } from "#web/ui/shortcut-help-button.tsx";
import { activeStatement } from "./active-statement.ts";
import { usePlayerState } from "./player-context.ts";
import { StatementCard } from "./statement-card.tsx";
import { StatementFilters } from "./statement-filters.tsx";
import { StatementPlaces } from "./statement-places.tsx";
import { StatementTimeline } from "./statement-timeline.tsx";
import { arrange, isFiltered } from "./statement-view.ts";
import { useMoment } from "./use-moment.ts";
import { useStatementTarget } from "./use-statement-target.ts";
import { useStatementView } from "./use-statement-view.ts";

/** The statements: along the video, then one by one. */
export function StatementSection({
	video,
	statements,
	run,
	watchable,
}: {
	video: Video;
	statements: Statement[];
	/** A run whose statements are still coming in. */
	run: Analysis | null;
	watchable: boolean;
}) {
	const [view, change] = useStatementView();
	const shown = arrange(statements, view);
	const { target, open } = useStatementTarget(statements, shown);
	const activeId = usePlayerState(({ time }) =>
		activeStatement(statements, time),
	);
	const playing = usePlayerState((state) => state.playing);
	useMoment(activeId, target === null);
	const known = statements.length > 0;
	return (
		<section aria-labelledby="statements" className="flex flex-col gap-5">
			{known && (
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
					<h2 id="statements" className="font-serif text-xl font-semibold">
						Statement Analysis
					</h2>
					<p className="text-sm text-muted">
						{known
							? `${plural(statements.length, "statement")}, average BS score ${average(statements)}`
							: "Waiting for the first rating"}
						{statements.some((s) => s.timestamp_source === "estimated") &&
							". Times marked ≈ are estimated from the length of the text."}
					</p>
				</div>
				<ShortcutHelpButton className="hidden sm:inline-flex" />
			</div>
			{(statements.length > 1 || isFiltered(view)) && (
				<StatementFilters
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
						watchable={watchable}
						moment={
							statement.id !== activeId ? null : playing ? "playing" : "here"
						}
						asked={statement.id === target?.id ? target.asked : null}
					/>
				))}
				{run !== null && (
					<StatementPlaces run={run} rated={statements.length} />
				)}
			</ol>
		</section>
	);
}

function average(statements: Statement[]): number {
	const sum = statements.reduce((total, { ai_score }) => total + ai_score, 0);
	return Math.round(sum / statements.length);
}
