import { ListEnd } from "#web/ui/list-end.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AnalysisCard } from "./analysis-card.tsx";
import type { useSpendingAnalyses } from "./use-spending.ts";

/** Every analysis with what it took, page by page. */
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
