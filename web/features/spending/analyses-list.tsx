import { Link } from "react-router-dom";
import { plural } from "#contract/format.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import type { SpendingAnalysis, SpendingStep } from "#contract/spending.ts";
import { paths } from "#web/paths.ts";
import { ListEnd } from "#web/ui/list-end.tsx";
import { SimulatedMark } from "#web/ui/marks.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { formatCost, formatTokens } from "./format-amounts.ts";
import type { useSpendingAnalyses } from "./use-spending.ts";

/** Every analysis with its cost, page by page. */
export function AnalysesList({
	list,
}: {
	list: ReturnType<typeof useSpendingAnalyses>;
}) {
	const { analyses, problem, more, loading, loadMore, reload } = list;
	return (
		<section
			aria-labelledby="spending-analyses"
			className="flex flex-col gap-4"
		>
			<h2 id="spending-analyses" className="font-serif text-xl font-semibold">
				Each analysis
			</h2>
			{analyses === undefined && problem === undefined && (
				<Skeleton className="h-60" />
			)}
			{analyses !== undefined && (
				<ul className="max-w-3xl border-t-2 border-ink">
					{analyses.map((analysis) => (
						<AnalysisCard key={analysis.run} analysis={analysis} />
					))}
				</ul>
			)}
			<ListEnd
				problem={problem}
				more={more}
				loading={loading}
				onMore={loadMore}
				onRetry={reload}
				className="self-start"
			/>
		</section>
	);
}

const STEPS: Record<SpendingStep, string> = {
	transcribe: "listened",
	extract: "found statements",
	rate: "rated",
};

/** One run: its cost, and each provider's part of it. */
function AnalysisCard({ analysis }: { analysis: SpendingAnalysis }) {
	const { title, video_id, status, started_by, steps, simulated } = analysis;
	const ended = new Date(analysis.ended_at).toLocaleString(undefined, {
		dateStyle: "medium",
		timeStyle: "short",
	});
	return (
		<li className="flex flex-col gap-1 border-t border-line py-3">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6">
				<Link
					to={paths.results(video_id)}
					className="py-0.5 font-semibold underline decoration-rule underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
				>
					{title ?? video_id}
				</Link>
				<span className="font-semibold whitespace-nowrap">
					{formatCost(analysis)}
				</span>
			</div>
			<p className="flex flex-wrap gap-x-3 text-sm text-muted">
				<span>
					{status === "completed" ? "Completed" : "Failed"}{" "}
					<time dateTime={analysis.ended_at}>{ended}</time>
				</span>
				<span>{started_by?.full_name || "Starter unknown"}</span>
				{analysis.requests === 0 ? (
					<span>No provider asked</span>
				) : (
					<>
						<span>{plural(analysis.requests, "request")}</span>
						<span>{formatTokens(analysis)}</span>
					</>
				)}
				{simulated && <SimulatedMark />}
			</p>
			{steps.length > 0 && (
				<ul className="text-sm text-muted">
					{steps.map((step) => (
						<li
							key={`${step.step}:${step.provider}:${step.model}`}
							className="[overflow-wrap:anywhere]"
						>
							{PROVIDER_NAMES[step.provider]} {STEPS[step.step]} with{" "}
							{step.model}: {plural(step.requests, "request")}
							{step.failed_calls > 0 && `, ${step.failed_calls} failed`},{" "}
							{formatTokens(step)}, {formatCost(step)}
						</li>
					))}
				</ul>
			)}
		</li>
	);
}
