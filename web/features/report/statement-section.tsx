import type { Analysis } from "#contract/analysis.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { statementAnchor } from "#web/paths.ts";
import { bandOf } from "#web/ui/bands.ts";
import { plural } from "#web/ui/format-count.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Timeline } from "#web/ui/timeline.tsx";
import { BandFilter } from "./band-filter.tsx";
import { StatementCard } from "./statement-card.tsx";
import { useBandFilter } from "./use-band-filter.ts";

/** Places held for statements that are found but not rated. */
const MOST_PLACES = 3;

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
	const [band, setBand] = useBandFilter();
	const counts = { factual: 0, moderate: 0, high: 0 };
	for (const { ai_score } of statements) counts[bandOf(ai_score)] += 1;
	const shown =
		band === null
			? statements
			: statements.filter(({ ai_score }) => bandOf(ai_score) === band);
	const expected = run === null ? 0 : run.claims_found - statements.length;
	const places = ["first", "second", "third"].slice(
		0,
		run === null
			? 0
			: Math.max(run.claims_found === 0 ? MOST_PLACES : 0, expected),
	);
	return (
		<section aria-labelledby="statements" className="flex flex-col gap-5">
			{statements.length > 0 && (
				<Timeline
					duration={video.duration}
					simulated={video.simulated}
					marks={shown.map(timelineMark)}
					hrefOf={(id) => `#${statementAnchor(id)}`}
				/>
			)}
			<div className="flex flex-wrap items-end justify-between gap-3">
				<div>
					<h2 id="statements" className="font-serif text-xl font-semibold">
						Statement Analysis
					</h2>
					<p className="text-sm text-muted">
						{statements.length === 0
							? "Waiting for the first rating"
							: `${plural(statements.length, "statement")}, average BS score ${average(statements)}`}
						{statements.some((s) => s.timestamp_source === "estimated") &&
							". Times marked ≈ are estimated from the length of the text."}
					</p>
				</div>
				{statements.length > 1 && (
					<BandFilter counts={counts} chosen={band} onChoose={setBand} />
				)}
			</div>
			<ol className="flex flex-col">
				{shown.map((statement) => (
					<StatementCard
						key={statement.id}
						statement={statement}
						watchable={watchable}
					/>
				))}
				{places.map((place) => (
					<li key={place} className="flex gap-6 border-t border-line py-6">
						<Skeleton className="h-12 w-20" />
						<div className="flex grow flex-col gap-2">
							<Skeleton className="h-5 w-full" />
							<Skeleton className="h-5 w-2/3" />
						</div>
					</li>
				))}
			</ol>
		</section>
	);
}

function timelineMark(statement: Statement) {
	return {
		id: statement.id,
		timestamp: statement.timestamp,
		score: statement.ai_score,
		quote: statement.quote || statement.content,
		estimated: statement.timestamp_source === "estimated",
	};
}

function average(statements: Statement[]): number {
	const sum = statements.reduce((total, { ai_score }) => total + ai_score, 0);
	return Math.round(sum / statements.length);
}
