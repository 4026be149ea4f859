import { type ReactNode, Suspense } from "react";
import type { Analysis } from "#contract/analysis.ts";
import type { Report, Video } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { hasResult } from "#web/api/live-state.ts";
import { CreatorResponses } from "#web/features/channels/responses/creator-responses.tsx";
import {
	ResponseContext,
	useResponses,
} from "#web/features/channels/responses/use-responses.ts";
import { ShareMenu } from "#web/features/sharing/share-menu.tsx";
import { useVotes, VoteContext } from "#web/features/votes/use-votes.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { MenuButton } from "#web/ui/menu-button.tsx";
import { EmptyState, Skeleton } from "#web/ui/view-states.tsx";
import { useVideoPlayer } from "./player/player-context.ts";
import { PlayerPanel } from "./player/player-panel.tsx";
import { ReportLayout } from "./report-layout.tsx";
import { PrintableStatements } from "./statements/printable-statements.tsx";
import { StatementSection } from "./statements/statement-section.tsx";
import {
	PromptInjectionNote,
	ReportOriginNote,
} from "./summary/report-notes.tsx";
import { ReportTitle } from "./summary/report-title.tsx";
import { ScorePanel } from "./summary/score-panel.tsx";
import { TranscriptSection } from "./transcript/transcript-section.tsx";

const RunningPanel = lazyComponent(
	async () => ({
		default: (await import("./summary/running-panel.tsx")).RunningPanel,
	}),
	"running-panel",
);

const LeftOutStatements = lazyComponent(
	async () => ({
		default: (await import("./statements/left-out.tsx")).LeftOutStatements,
	}),
	"left-out",
);
const AnalysisInformation = lazyComponent(
	async () => ({
		default: (await import("./summary/analysis-information.tsx"))
			.AnalysisInformation,
	}),
	"analysis-information",
);

/** A report, complete or while its run adds to it. */
export function ReportView({
	report,
	run,
	playable,
	notice,
	reanalysis,
}: {
	report: Report;
	run: Analysis | null;
	playable: boolean;
	/** Shown above everything: a run, a failure. */
	notice: ReactNode;
	reanalysis: {
		busy: boolean;
		refusal: string | null;
		start: () => void;
		/** Rates what the result left out. */
		more: () => void;
	};
}) {
	const { video } = report;
	const votes = useVotes(video.id, report.statements);
	const { statements } = votes;
	const responses = useResponses(report);
	const player = useVideoPlayer(video, playable);
	// During the first run there is no result; later the earlier one stays.
	const first_run = !hasResult(video) && run !== null ? run : null;
	const again = (label: string) => (
		<Button busy={reanalysis.busy || run !== null} onClick={reanalysis.start}>
			<Icon name="again" />
			{reanalysis.busy ? "Starting…" : label}
		</Button>
	);
	return (
		<VoteContext value={first_run === null ? votes : null}>
			<ResponseContext
				value={run === null ? responses : { ...responses, owned_channel: null }}
			>
				<ReportLayout
					player={player}
					notice={notice}
					title={
						<ReportTitle
							video={video}
							actions={
								first_run === null && (
									<ReportActions
										video={video}
										again={run === null && again("Re-analyze")}
										refusal={reanalysis.refusal}
									/>
								)
							}
						/>
					}
					verdict={
						first_run !== null ? (
							<Suspense fallback={<Skeleton className="h-105" />}>
								<RunningPanel
									run={first_run}
									statements={statements}
									simulated={video.simulated}
								/>
							</Suspense>
						) : (
							<ScorePanel
								video={video}
								statements={statements}
								onCheck={run === null ? again : null}
							/>
						)
					}
					body={
						<>
							<PlayerPanel video={video} />
							<ReportOriginNote video={video} />
							<PromptInjectionNote video={video} playable={playable} />
							{statements.length === 0 && first_run === null ? (
								<EmptyState
									title="No Statements Found"
									text="The transcript contains no factual statements that can be checked: opinions, stories and music are not rated. A fresh analysis may find some."
								/>
							) : (
								<PrintableStatements video={video} statements={statements}>
									<StatementSection
										video={video}
										statements={statements}
										run={first_run}
										playable={playable}
									/>
								</PrintableStatements>
							)}
							{first_run === null && (
								<>
									<Suspense fallback={null}>
										<LeftOutStatements
											report={report}
											busy={reanalysis.busy || run !== null}
											onMore={reanalysis.more}
										/>
									</Suspense>
									<TranscriptSection
										video={video}
										statements={report.statements}
										playable={playable}
									/>
								</>
							)}
						</>
					}
					more={
						first_run === null && (
							<>
								<Suspense fallback={<Skeleton className="h-56" />}>
									<AnalysisInformation
										video={video}
										claims={statements.length}
										action={run === null && again("Run Fresh Analysis")}
									/>
								</Suspense>
								<CreatorResponses report={report} claimable={playable} />
							</>
						)
					}
				/>
			</ResponseContext>
		</VoteContext>
	);
}

/** Share, export, analyse again: above the title, and on a phone in a bar at the bottom. */
function ReportActions({
	video,
	again,
	refusal,
}: {
	video: Video;
	/** null while an analysis is running. */
	again: ReactNode;
	/** Why the last click started nothing. */
	refusal: string | null;
}) {
	return (
		<div
			data-print="no"
			data-bottom-bar=""
			className="flex flex-wrap items-center gap-1.5 sm:gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-rule max-sm:bg-raised max-sm:p-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-sm:*:[button]:grow max-sm:*:[button]:px-1.5 sm:*:[button]:px-3 *:[button]:text-sm *:[button]:whitespace-nowrap"
		>
			<ShareMenu video={video} />
			<ExportMenu videoId={video.id} />
			{again}
			{refusal !== null && (
				<p role="alert" className="w-full text-sm font-semibold">
					{refusal}
				</p>
			)}
		</div>
	);
}

/** The report as a file, made by the server on a click. */
export function ExportMenu({ videoId }: { videoId: string }) {
	return (
		<MenuButton
			actions={[
				{
					label: "Whole report (JSON)",
					icon: "download",
					href: keys.reportExport(videoId),
					kind: "download",
				},
				{
					label: "Statements as a table (CSV)",
					icon: "download",
					href: keys.statementsExport(videoId),
					kind: "download",
				},
				{
					label: "Print or save as PDF",
					icon: "print",
					onPress: () => window.print(),
				},
			]}
		>
			<Icon name="download" />
			<span>
				Export <span className="max-sm:sr-only">Report</span>
			</span>
		</MenuButton>
	);
}
