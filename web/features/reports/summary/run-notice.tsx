import type { ReactNode } from "react";
import type { Analysis } from "#contract/analysis.ts";
import { PercentBar } from "#web/ui/meter.tsx";

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
					? "Connection lost. The analysis continues, and we are reconnecting."
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
