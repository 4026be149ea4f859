import type { Analysis } from "#contract/analysis.ts";
import { BandBadge } from "#web/ui/band-badge.tsx";
import { Gauge } from "#web/ui/gauge.tsx";
import { ProviderTicks } from "#web/ui/provider-ticks.tsx";

/** The verdict's place while it is still being found. */
export function RunningPanel({
	run,
	rated,
	simulated,
}: {
	run: Analysis;
	/** Statements rated so far. */
	rated: number;
	simulated: boolean;
}) {
	return (
		<section
			aria-label="Verdict so far"
			className="flex flex-col gap-5 border border-rule bg-raised p-5"
		>
			<h2 className="eyebrow border-b border-line pb-2">BS Score so far</h2>
			<div className="mx-auto w-full max-w-80">
				<Gauge
					score={rated === 0 ? null : run.bs_score}
					confidence={50}
					simulated={simulated}
					provisional
				/>
			</div>
			{rated > 0 && (
				<p className="text-center">
					<BandBadge score={run.bs_score} simulated={simulated} />
				</p>
			)}
			<p className="text-center text-sm text-muted">
				{runWords(rated, run.claims_found)}
			</p>
			<div className="border-t border-line pt-4">
				<ProviderTicks providers={run.providers} />
			</div>
		</section>
	);
}

function runWords(rated: number, found: number): string {
	if (found === 0) return "Statements are being found.";
	return rated < found
		? `${rated} of ${found} statements rated. The score settles as the rest come in.`
		: `All ${found} statements are rated. The result is being put together.`;
}
