import type { Analysis } from "#contract/analysis.ts";
import { PercentBar } from "#web/ui/percent-bar.tsx";

/** A run in one line above the report. */
export function RunNotice({
	run,
	label,
	fresh,
	lagging,
}: {
	run: Analysis;
	/** Its stage in words. */
	label: string;
	/** An earlier result stands below it. */
	fresh: boolean;
	lagging: boolean;
}) {
	return (
		<div className="flex flex-col gap-2 border-y-2 border-ink py-3">
			<p className="flex items-baseline justify-between gap-4">
				<span>
					<strong className="font-semibold">Analysis in Progress</strong>
					<span className="text-muted"> · </span>
					<span role="status">{label}</span>
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
				{lagging
					? "The connection was lost. The analysis goes on without it; we are trying to reach it again."
					: fresh
						? "The earlier result stays below until the new one is ready."
						: "Statements appear below as they are rated."}
			</p>
		</div>
	);
}
