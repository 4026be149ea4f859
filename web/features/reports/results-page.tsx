import { Suspense } from "react";
import { useParams } from "react-router-dom";
import type { Analysis } from "#contract/analysis.ts";
import { formatPercent } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { statementTitle } from "#contract/verdict-words.ts";
import type { Report } from "#contract/video.ts";
import { hasResult } from "#web/api/live-state.ts";
import { useSamples } from "#web/api/use-site.ts";
import { useAuth, VisitorContext } from "#web/features/accounts/auth-context.ts";
import { useAnalyze } from "#web/features/analysis/analyze-context.ts";
import { RunAnnouncement } from "#web/features/analysis/run-announcement.tsx";
import { simulatedRaters, stageLabel } from "#web/features/analysis/stage-label.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PercentBar } from "#web/ui/meter.tsx";
import { useDocumentTitle } from "#web/ui/page-heading.tsx";
import { ReportSkeleton } from "./report-layout.tsx";
import { ReportView } from "./report-view.tsx";
import { missingTitle, type Reanalysis, useReanalysis, useReport } from "./use-report.ts";

const MissingReport = lazyComponent(
	async () => (await import("./no-result.tsx")).MissingReport,
	"missing-report",
);
const ResultNotice = lazyComponent(
	async () => (await import("./no-result.tsx")).ResultNotice,
	"result-notice",
);
const MomentNotice = lazyComponent(
	async () => (await import("./moments/moments-panel.tsx")).MomentNotice,
	"moment-notice",
);
const ReportWithoutResult = lazyComponent(
	async () => (await import("./no-result.tsx")).ReportWithoutResult,
	"report-without-result",
);

export function ResultsPage() {
	const { videoId = "", statementId = null } = useParams();
	// Another video is a new page, so no state is shared.
	return <VideoResults key={videoId} videoId={videoId} statementId={statementId} />;
}

/** One video's report in any state, with messages about its run. */
export function VideoResults({
	videoId,
	statementId,
}: {
	videoId: string;
	/** The statement in the address, if any. */
	statementId: string | null;
}) {
	const { running } = useAnalyze();
	const state = useReport(videoId, running.includes(videoId));
	const statement = state.report?.statements.find(({ id }) => id === statementId);
	const title = state.problem
		? missingTitle(state.problem)
		: state.report?.video.title || "Results";
	const video = state.report?.video;
	useDocumentTitle(statement && video ? statementTitle(statement, video) : title);
	return (
		<>
			<RunAnnouncement
				// A moment's check announces itself.
				analysis={state.run?.moment ? null : state.run}
				ending={state.ended}
				simulated={state.report?.video.simulated ?? false}
			/>
			<Suspense fallback={<ReportSkeleton />}>
				<ReportByState
					videoId={videoId}
					state={state}
					statement={statement}
					statement_missing={statementId !== null && statement === undefined}
				/>
			</Suspense>
		</>
	);
}

function ReportByState({
	videoId,
	state,
	statement,
	statement_missing,
}: {
	videoId: string;
	state: ReturnType<typeof useReport>;
	/** The statement in the address. */
	statement: Statement | undefined;
	/** Whether the report lacks the statement in the address. */
	statement_missing: boolean;
}) {
	const { report, problem, run, failure } = state;
	const auth = useAuth();
	const reanalysis = useReanalysis(videoId, report?.video);
	const samples = useSamples();
	if (report === undefined) {
		return problem === undefined ? (
			<ReportSkeleton />
		) : (
			<MissingReport
				videoId={videoId}
				problem={problem}
				reanalysis={reanalysis}
				onRetry={state.reload}
			/>
		);
	}
	const { video } = report;
	const playable =
		video.transcript_source !== "sample" && !samples.some(({ id }) => id === videoId);
	if (!hasResult(video) && run === null) {
		return (
			<ReportWithoutResult
				video={video}
				playable={playable}
				failure={failure}
				reanalysis={reanalysis}
			/>
		);
	}
	return (
		<VisitorContext value={auth}>
			<ReportView
				report={report}
				subject={statement}
				run={run}
				playable={playable}
				reanalysis={{
					...reanalysis,
					// A report of moments is no result of the whole video, so nothing is analyzed again.
					start: () => reanalysis.start(video.scope === "moments" ? {} : { force: true }),
					more: () => reanalysis.start({ more: true }),
				}}
				notice={
					run !== null && run.moment !== null ? (
						<Suspense fallback={null}>
							<MomentNotice video={video} run={run} disconnected={state.disconnected} />
						</Suspense>
					) : run !== null ? (
						<RunNotice
							report={report}
							run={run}
							disconnected={state.disconnected}
							reanalysis={reanalysis}
						/>
					) : failure !== null || statement_missing ? (
						<Suspense fallback={null}>
							<ResultNotice failure={failure} reanalysis={reanalysis} />
						</Suspense>
					) : null
				}
			/>
		</VisitorContext>
	);
}

/** A run in one line above the report, and what can be done in the meantime. */
function RunNotice({
	report: { video, statements },
	run,
	disconnected,
	reanalysis,
}: {
	report: Report;
	run: Analysis;
	disconnected: boolean;
	reanalysis: Reanalysis;
}) {
	const has_earlier_result = hasResult(video);
	return (
		<div className="flex flex-col items-start gap-2 border-y-2 border-ink py-3">
			<p className="flex w-full items-baseline justify-between gap-4">
				<span>
					<strong className="font-semibold">Analysis in Progress</strong>
					<span className="text-muted"> · </span>
					<span>{stageLabel(run.analysis_step, false, simulatedRaters(video.simulated, run))}</span>
				</span>
				<span className="font-semibold">{formatPercent(run.progress)}</span>
			</p>
			<PercentBar
				role="progressbar"
				label="Analysis in Progress"
				percent={run.progress}
				className="h-1.5"
			/>
			<p className="text-sm text-muted">
				{disconnected
					? "Connection lost. The analysis may continue, and we are reconnecting."
					: has_earlier_result
						? "The earlier result stays below until the new one is ready."
						: "Statements appear below as they are rated."}
			</p>
			{!has_earlier_result && reanalysis.refusal !== null && (
				<p role="alert" className="text-sm font-semibold">
					{reanalysis.refusal}
				</p>
			)}
			{statements.length === 0 && (
				<Button busy={reanalysis.busy} onClick={() => reanalysis.start({ force: true })}>
					{reanalysis.busy ? "Starting…" : "Re-analyze Now"}
				</Button>
			)}
		</div>
	);
}
