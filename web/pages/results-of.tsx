import { useMemo } from "react";
import { useSamples } from "#web/api/use-samples.ts";
import { useAnalyze } from "#web/features/analyze/analyze-context.ts";
import { stageLabel } from "#web/features/analyze/stage-label.ts";
import { useAuth } from "#web/features/auth/auth-context.ts";
import { ReportSkeleton } from "#web/features/report/report-skeleton.tsx";
import { ReportView } from "#web/features/report/report-view.tsx";
import { RunNotice } from "#web/features/report/run-notice.tsx";
import { useReport } from "#web/features/report/use-report.ts";
import { VisitorContext } from "#web/features/report/visitor-context.ts";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { FailedReport } from "./failed-report.tsx";
import { MissingReport } from "./missing-report.tsx";
import { useRerun } from "./use-rerun.ts";

/** One video's report in whichever state it is. */
export function ResultsOf({
	videoId,
	statementId,
}: {
	videoId: string;
	/** The statement that the address is about, if it is about one. */
	statementId: string | null;
}) {
	const { running } = useAnalyze();
	const state = useReport(videoId, running.includes(videoId));
	const samples = useSamples();
	const { report, problem, run, failure } = state;
	const rerun = useRerun(videoId, report?.video);
	const { user, promptSignIn } = useAuth();
	const visitor = useMemo(() => ({ user, promptSignIn }), [user, promptSignIn]);
	const statement = report?.statements.find(({ id }) => id === statementId);
	useDocumentTitle(statement?.content ?? (report?.video.title || "Results"));

	if (report === undefined) {
		return problem === undefined ? (
			<ReportSkeleton />
		) : (
			<MissingReport problem={problem} onRetry={state.reload} />
		);
	}
	const watchable =
		report.video.transcript_source !== "sample" &&
		!samples.some(({ id }) => id === videoId);
	const has_result = report.video.version > 0;
	if (run === null && failure !== null && !has_result) {
		return (
			<FailedReport
				video={report.video}
				watchable={watchable}
				failure={failure}
				rerun={rerun}
			/>
		);
	}
	return (
		<VisitorContext value={visitor}>
			<ReportView
				report={report}
				run={run}
				watchable={watchable}
				rerun={{ ...rerun, start: () => rerun.start({ force: true }) }}
				notice={
					run !== null ? (
						<RunNotice
							run={run}
							label={stageLabel(run.analysis_step, false)}
							fresh={has_result}
							lagging={state.lagging}
						/>
					) : failure !== null ? (
						<ProblemNotice
							title="The fresh analysis failed"
							detail={`${failure.detail} The earlier result below is unchanged.`}
						/>
					) : null
				}
			/>
		</VisitorContext>
	);
}
