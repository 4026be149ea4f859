import type { ReactNode } from "react";
import type { Analysis } from "#contract/analysis.ts";
import type { Statement } from "#contract/statement.ts";
import { hasScore } from "#contract/verdict-words.ts";
import { ProviderProgress } from "#web/features/analysis/provider-progress.tsx";
import { RunActivity } from "#web/features/analysis/run-activity.tsx";
import { BandBadge } from "#web/ui/band-badge.tsx";
import { Gauge } from "#web/ui/gauge.tsx";
import { PercentBar } from "#web/ui/meter.tsx";

/** Takes the verdict's place while the run is on. */
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
				<Gauge
					score={score}
					confidence={50}
					simulated={simulated}
					provisional
				/>
			</div>
			{score !== null && (
				<p className="text-center">
					<BandBadge score={score} simulated={simulated} />
				</p>
			)}
			<p className="text-center text-sm text-muted">
				{runWords(rated, run.claims_found)}
			</p>
			<RunActivity activity={run.activity} />
			<div className="border-t border-line pt-4">
				<ProviderProgress providers={run.providers} simulated={simulated} />
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

/** A run in one line above the report. */
export function RunNotice({
	run,
	label,
	has_earlier_result,
	disconnected,
	refusal,
	children,
}: {
	run: Analysis;
	/** The run's stage in words. */
	label: string;
	/** An earlier result is shown below it. */
	has_earlier_result: boolean;
	disconnected: boolean;
	/** Why the server refused the last click. */
	refusal: string | null;
	/** What can be done in the meantime. */
	children?: ReactNode;
}) {
	return (
		<div className="flex flex-col items-start gap-2 border-y-2 border-ink py-3">
			<p className="flex w-full items-baseline justify-between gap-4">
				<span>
					<strong className="font-semibold">Analysis in Progress</strong>
					<span className="text-muted"> · </span>
					<span>{label}</span>
				</span>
				<span className="font-semibold">{run.progress.toFixed(1)}%</span>
			</p>
			<PercentBar
				role="progressbar"
				label="Analysis in Progress"
				percent={run.progress}
				className="h-1.5"
			/>
			<p className="text-sm text-muted">
				{disconnected
					? "The connection was lost. The analysis goes on without it; we are trying to reach it again."
					: has_earlier_result
						? "The earlier result stays below until the new one is ready."
						: "Statements appear below as they are rated."}
			</p>
			{refusal !== null && (
				<p role="alert" className="text-sm font-semibold">
					{refusal}
				</p>
			)}
			{children}
		</div>
	);
}
