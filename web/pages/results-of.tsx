import { hasResult } from "#web/api/has-result.ts";
import { useSamples } from "#web/api/use-samples.ts";
import { useAnalyze } from "#web/features/analyze/analyze-context.ts";
import { RunAnnouncement } from "#web/features/analyze/run-announcement.tsx";
import { ReportSkeleton } from "#web/features/report/report-skeleton.tsx";
import { useReport } from "#web/features/report/use-report.ts";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { FailedReport } from "./failed-report.tsx";
import { MissingReport } from "./missing-report.tsx";
import { missingTitle } from "./missing-title.ts";
import { ShownReport } from "./shown-report.tsx";
import { UnfinishedReport } from "./unfinished-report.tsx";
import { useRerun } from "./use-rerun.ts";

/** One video's report in whichever state it is, and what is told of its run. */
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
	const statement = state.report?.statements.find(
		({ id }) => id === statementId,
	);
	const title = state.problem
		? missingTitle(state.problem)
		: state.report?.video.title || "Results";
	useDocumentTitle(statement?.content ?? title);
	return (
		<>
			<RunAnnouncement analysis={state.run} ending={state.ended} />
			<ReportInState
				videoId={videoId}
				state={state}
				gone={statementId !== null && statement === undefined}
			/>
		</>
	);
}

function ReportInState({
	videoId,
	state,
	gone,
}: {
	videoId: string;
	state: ReturnType<typeof useReport>;
	/** The report does not hold the statement that the address is about. */
	gone: boolean;
}) {
	const { report, problem, run, failure } = state;
	const rerun = useRerun(videoId, report?.video);
	const samples = useSamples();
	if (report === undefined) {
		return problem === undefined ? (
			<ReportSkeleton />
		) : (
			<MissingReport
				videoId={videoId}
				problem={problem}
				rerun={rerun}
				onRetry={state.reload}
			/>
		);
	}
	const { video } = report;
	const watchable =
		video.transcript_source !== "sample" &&
		!samples.some(({ id }) => id === videoId);
	if (!hasResult(video) && run === null) {
		return failure === null ? (
			<UnfinishedReport video={video} watchable={watchable} rerun={rerun} />
		) : (
			<FailedReport
				video={video}
				watchable={watchable}
				failure={failure}
				rerun={rerun}
			/>
		);
	}
	return (
		<ShownReport
			report={report}
			run={run}
			failure={failure}
			lagging={state.lagging}
			gone={gone}
			watchable={watchable}
			rerun={rerun}
		/>
	);
}
