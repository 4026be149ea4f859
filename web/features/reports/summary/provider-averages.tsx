import { raterName } from "#contract/providers.ts";
import { ScoreBar } from "#web/ui/score-bar.tsx";
import type { ProviderSummary } from "./report-words.ts";

/** The mean score of each provider; the gauge shows them as ticks. */
export function ProviderAverages({ summaries }: { summaries: ProviderSummary[] }) {
	const simulated = summaries.every((summary) => summary.simulated);
	return (
		<div className="flex flex-col gap-3 border-t border-line pt-4">
			<h3 className="eyebrow">Average score by {simulated ? "rater" : "model"}</h3>
			<ul className="flex flex-col gap-3">
				{summaries.map((summary) => {
					const name = raterName(summary.provider, summary.simulated);
					return (
						<li key={summary.provider} className="flex flex-col gap-1.5">
							<div className="grid grid-cols-[4.5rem_1fr_2rem] items-center gap-3 text-sm">
								<span>{name}</span>
								<ScoreBar
									label={`${name}, average score`}
									score={summary.average}
									state={barState(summary)}
								/>
								<strong className="text-right font-semibold">{summary.average}</strong>
							</div>
							{summary.failed > 0 && (
								<p className="text-xs text-muted">
									{summary.failed} of {summary.answers} answers failed and count as 50
								</p>
							)}
						</li>
					);
				})}
			</ul>
		</div>
	);
}

function barState(summary: ProviderSummary): "ok" | "failed" | "simulated" {
	if (summary.failed === summary.answers) return "failed";
	return summary.simulated ? "simulated" : "ok";
}
