import type { ReactNode } from "react";
import type { Analysis } from "#contract/analysis.ts";
import { PercentBar } from "#web/ui/percent-bar.tsx";

/** A run in one line above the report. */
export function RunNotice({
	run,
	label,
	fresh,
	lagging,
	refusal,
	children,
}: {
	run: Analysis;
	/** Its stage in words. */
	label: string;
	/** An earlier result stands below it. */
	fresh: boolean;
	lagging: boolean;
	/** Why the server did not do what was pressed here. */
	refusal: string | null;
	/** What can be done meanwhile. */
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
				{lagging
					? "The connection was lost. The analysis goes on without it; we are trying to reach it again."
					: fresh
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
