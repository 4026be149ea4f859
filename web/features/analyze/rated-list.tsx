import type { Statement } from "#contract/statement.ts";
import { AimedMark } from "#web/ui/aimed-mark.tsx";
import { BandBadge } from "#web/ui/band-badge.tsx";
import { formatClock } from "#web/ui/format-clock.ts";

/** The statements as they are rated, the newest on top; those to come wait below. */
export function RatedList({
	statements,
	found,
	completed,
}: {
	/** In the order of their rating. */
	statements: readonly Statement[];
	/** How many the run has found. */
	found: number;
	completed: boolean;
}) {
	return (
		<section
			aria-label={completed ? "Rated statements" : "Statements rated so far"}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and the keyboard must reach what is below.
			tabIndex={0}
			className="h-52 overflow-y-auto overscroll-contain border-y border-line sm:h-0 sm:min-h-full"
		>
			{statements.length === 0 ? (
				<p className="py-4 text-sm text-muted">
					{waitingWords(found, completed)}
				</p>
			) : (
				<ol reversed className="flex flex-col divide-y divide-line">
					{statements.toReversed().map((statement) => (
						<RatedStatement key={statement.id} statement={statement} />
					))}
				</ol>
			)}
		</section>
	);
}

function RatedStatement({ statement }: { statement: Statement }) {
	const { ratings, timestamp, timestamp_source } = statement;
	return (
		<li className="appear flex flex-col gap-1 py-2.5">
			<p className="flex items-center justify-between gap-3">
				<BandBadge
					score={statement.ai_score}
					simulated={ratings.some(({ status }) => status === "simulated")}
				/>
				<span className="text-xs text-muted">
					{timestamp_source === "estimated" && "≈ "}
					{formatClock(timestamp)}
				</span>
			</p>
			{statement.aimed_at_raters && (
				<p>
					<AimedMark />
				</p>
			)}
			<p className="line-clamp-2 font-serif leading-snug">
				“{statement.quote || statement.content}”
			</p>
		</li>
	);
}

function waitingWords(found: number, completed: boolean): string {
	if (completed) return "No Statements Found";
	return found === 0
		? "Statements stand here as soon as they are found and rated."
		: `${found} found. The first ratings are on their way.`;
}
