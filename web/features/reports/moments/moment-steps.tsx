import type { Analysis, AnalyzedMoment } from "#contract/analysis.ts";
import { clockTime, plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { RunActivity } from "#web/features/analysis/provider-progress.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { SaidStatement } from "./said-statement.tsx";

/** The steps of a moment's run. Each is shown once it has begun. */
const STEPS = ["What was said", "Searching for sources", "Reading pages", "Judging"] as const;

/** A moment that is being checked: it grows from the words that were said to the verdicts. */
export function MomentSteps({
	run,
	rated,
	simulated,
}: {
	run: Analysis;
	rated: readonly Statement[];
	simulated: boolean;
}) {
	const current = currentStep(run, rated);
	return (
		<div className="flex flex-col gap-3">
			<SaidWords said={run.moment?.said ?? null} />
			<p role="status" className="sr-only">
				{STEPS[current]}
			</p>
			<ol className="flex flex-col gap-1 text-sm">
				{STEPS.slice(0, current + 1).map((name, step) => (
					<li key={name} className="appear flex items-center gap-2">
						<span
							aria-hidden="true"
							className={`grid size-5 place-items-center ${step < current ? "" : "waiting"}`}
						>
							<Icon name={step < current ? "check" : "clock"} />
						</span>
						<span className={step < current ? "text-muted" : "font-semibold"}>{name}</span>
						{step === 0 && run.claims_found > 0 && (
							<span className="text-muted">{plural(run.claims_found, "statement")}</span>
						)}
					</li>
				))}
			</ol>
			<RunActivity activity={run.activity} />
			<ul className="flex flex-col empty:hidden">
				{rated.map((statement) => (
					<SaidStatement key={statement.id} statement={statement} simulated={simulated} />
				))}
			</ul>
		</div>
	);
}

function currentStep(run: Analysis, rated: readonly Statement[]): number {
	const { analysis_step, activity, claims_chosen } = run;
	if (analysis_step === null || analysis_step === "extracting" || analysis_step === "processing")
		return 0;
	if (analysis_step !== "searching" || rated.length > 0 || claims_chosen === 0) return 3;
	return activity?.kind === "read" ? 2 : 1;
}

/** The words of the moment; nothing until they are known. */
export function SaidWords({ said }: { said: string | null }) {
	return said ? (
		<ForeignText
			as="blockquote"
			spoken
			className="line-clamp-4 max-w-[68ch] border-s-2 border-rule ps-3 font-serif text-sm text-muted"
		>
			{said}
		</ForeignText>
	) : null;
}

/** For example "12:34"; empty for words without a time. */
export function momentTime({ at }: Pick<AnalyzedMoment, "at">): string {
	return at === null ? "" : clockTime(at);
}
