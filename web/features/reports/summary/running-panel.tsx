import type { Analysis } from "#contract/analysis.ts";
import { plural } from "#contract/format.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { ProviderProgress, RunActivity } from "#web/features/analysis/provider-progress.tsx";
import { BandBadge } from "#web/ui/badges.tsx";
import { Gauge } from "#web/ui/gauge.tsx";

/** Replaces the verdict during a run. */
export function RunningPanel({
	run,
	statements,
	simulated,
}: {
	run: Analysis;
	/** The statements rated so far. */
	statements: readonly Statement[];
	simulated: boolean;
}) {
	const rated = statements.length;
	const score = statements.some(hasScore) ? run.bs_score : null;
	return (
		<section
			aria-label="Verdict so far"
			className="flex flex-col gap-5 border border-rule bg-raised p-5"
		>
			<h2 className="eyebrow border-b border-line pb-2">BS Score so far</h2>
			<div className="mx-auto w-full max-w-80">
				<Gauge score={score} confidence={50} simulated={simulated} provisional />
			</div>
			{score !== null && (
				<p className="text-center">
					<BandBadge score={score} simulated={simulated} />
				</p>
			)}
			<p className="text-center text-sm text-muted">{runWords(rated, run.claims_chosen)}</p>
			<RunActivity activity={run.activity} />
			<div className="border-t border-line pt-4">
				<ProviderProgress providers={run.providers} simulated={simulated} />
			</div>
		</section>
	);
}

function runWords(rated: number, chosen: number): string {
	if (chosen === 0) return "Finding statements.";
	return rated < chosen
		? `${rated} of ${plural(chosen, "statement")} rated. The score settles as the rest come in.`
		: chosen === 1
			? "The statement is rated. Finishing the result."
			: `All ${chosen} statements are rated. Finishing the result.`;
}
