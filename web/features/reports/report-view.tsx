import { type ReactNode, Suspense } from "react";
import type { Analysis } from "#contract/analysis.ts";
import { isCounted } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report, Video } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { hasResult } from "#web/api/live-state.ts";
import { CreatorResponses } from "#web/features/channels/responses/creator-responses.tsx";
import { ResponseContext, useResponses } from "#web/features/channels/responses/use-responses.ts";
import { ShareMenu } from "#web/features/sharing/share-menu.tsx";
import { useVotes, VoteContext } from "#web/features/votes/use-votes.ts";
import { Button } from "#web/ui/button.tsx";
import { SpokenLanguage } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { MenuButton } from "#web/ui/menu-button.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { useVideoPlayer } from "./player/player-context.ts";
import { ReportLayout } from "./report-layout.tsx";
import { FindingPart, VerdictPart, WHOLE_VIDEO } from "./report-top.tsx";
import { loadPrinted, PrintableStatements } from "./statements/printable-statements.tsx";
import { StatementSection } from "./statements/statement-section.tsx";
import { ReportTitle } from "./summary/report-title.tsx";
import { TranscriptSection } from "./transcript/transcript-section.tsx";

const LengthChanged = lazyComponent(
	async () => (await import("./summary/rare-notes.tsx")).LengthChanged,
	"length-changed",
);
const NothingFound = lazyComponent(
	async () => (await import("./summary/rare-notes.tsx")).NothingFound,
	"nothing-found",
);
const LeftOutStatements = lazyComponent(
	async () => (await import("./statements/left-out.tsx")).LeftOutStatements,
	"left-out",
);
const AnalysisInformation = lazyComponent(
	async () => (await import("./summary/analysis-information.tsx")).AnalysisInformation,
	"analysis-information",
);

/** A report, complete or while its run adds to it. */
export function ReportView({
	report,
	subject,
	run,
	playable,
	notice,
	reanalysis,
}: {
	report: Report;
	/** The statement that the address names: it stands where the report has its finding. */
	subject?: Statement | undefined;
	run: Analysis | null;
	playable: boolean;
	/** Messages above the report, about a run or a failure. */
	notice: ReactNode;
	reanalysis: {
		busy: boolean;
		refusal: string | null;
		start: () => void;
		/** Rates the statements that the result left out. */
		more: () => void;
	};
}) {
	const { video } = report;
	const votes = useVotes(video.id, report.statements);
	const { statements } = votes;
	const responses = useResponses(report);
	const player = useVideoPlayer(video, playable, subject);
	// During the first run there is no result; during later runs the earlier result is shown.
	const first_run = !hasResult(video) && run !== null ? run : null;
	const of_moments = video.scope === "moments";
	const again = (label: string) => (
		<Button busy={reanalysis.busy || run !== null} onClick={reanalysis.start}>
			<Icon name="again" />
			{reanalysis.busy ? "Starting…" : of_moments ? WHOLE_VIDEO : label}
		</Button>
	);
	const offer = (label: string) => run === null && again(label);
	const top = {
		report: { ...report, statements },
		subject,
		first_run,
		offer,
		onCheck: run === null ? again : null,
	};
	return (
		<SpokenLanguage value={video.language}>
			<VoteContext value={first_run === null ? votes : null}>
				<ResponseContext
					value={first_run === null ? responses : { ...responses, owned_channel: null }}
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
											again={!of_moments && offer("Re-analyze")}
											refusal={reanalysis.refusal}
										/>
									)
								}
							/>
						}
						finding={first_run === null && <FindingPart {...top} />}
						verdict={<VerdictPart {...top} />}
						body={
							<>
								<ReportOriginNote report={report} />
								<LengthNote video={video}>{offer("Re-analyze")}</LengthNote>
								<PromptInjectionNote video={video} />
								{statements.length === 0 && first_run === null ? (
									!of_moments && (
										<Suspense fallback={null}>
											<NothingFound video={video} />
										</Suspense>
									)
								) : (
									<PrintableStatements video={video} statements={statements}>
										<StatementSection video={video} statements={statements} run={first_run} />
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
										<TranscriptSection video={video} statements={report.statements} />
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
											claims={statements.filter(isCounted).length}
											action={!of_moments && offer("Run Fresh Analysis")}
										/>
									</Suspense>
									<CreatorResponses report={report} claimable={playable} />
								</>
							)
						}
					/>
				</ResponseContext>
			</VoteContext>
		</SpokenLanguage>
	);
}

/** The length of few videos changes, so only their reports load the note. */
function LengthNote({
	video: { length_changed },
	children,
}: {
	video: Video;
	/** Offers a fresh analysis. */
	children: ReactNode;
}) {
	return length_changed ? (
		<Suspense fallback={null}>
			<LengthChanged change={length_changed}>{children}</LengthChanged>
		</Suspense>
	) : null;
}

/** Share, export and analyse again. Above the title; on a phone in a bar at the bottom. */
function ReportActions({
	video,
	again,
	refusal,
}: {
	video: Video;
	/** null while an analysis is running. */
	again: ReactNode;
	/** Why the last click did not start an analysis. */
	refusal: string | null;
}) {
	return (
		<div
			data-print="no"
			data-bottom-bar=""
			className="flex flex-wrap items-center gap-1.5 sm:gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-rule max-sm:bg-raised max-sm:p-1.5 max-sm:pb-[max(0.375rem,env(safe-area-inset-bottom))] max-sm:*:[button]:min-h-9 max-sm:*:[button]:grow max-sm:*:[button]:px-1.5 sm:*:[button]:px-3 *:[button]:text-sm *:[button]:whitespace-nowrap"
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

async function print(): Promise<void> {
	// Without it, the statements are printed as the screen shows them.
	await loadPrinted().catch(() => {});
	window.print();
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
					kind: "table",
				},
				{ label: "Print or save as PDF", icon: "print", onPress: () => void print() },
			]}
		>
			<Icon name="download" />
			<span>
				Export <span className="max-sm:sr-only">Report</span>
			</span>
		</MenuButton>
	);
}

/*
 * Notes that few reports have, so only those reports load them.
 */

const OriginNote = lazyComponent(
	async () => (await import("./summary/rare-notes.tsx")).OriginNote,
	"origin-note",
);

/** The transcript's origin, if it is not the captions, and whether the video is still there. */
function ReportOriginNote({ report }: { report: Report }) {
	const { transcript_source, unavailable_since } = report.video;
	const noted =
		transcript_source === "member" ||
		transcript_source === "ai_transcription" ||
		unavailable_since !== null;
	return noted ? (
		<Suspense fallback={null}>
			<OriginNote report={report} />
		</Suspense>
	) : null;
}

const PromptInjectionPlaces = lazyComponent(
	async () => (await import("./summary/rare-notes.tsx")).PromptInjectionPlaces,
	"prompt-injection-places",
);

/** Lists the places in the transcript that address the models that rate it. */
export function PromptInjectionNote({ video }: { video: Video }) {
	const places = video.aimed_at_raters ?? [];
	return places.length === 0 ? null : (
		<Suspense fallback={null}>
			<PromptInjectionPlaces video={video} places={places} />
		</Suspense>
	);
}
