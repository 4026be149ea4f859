import type { ReactNode } from "react";
import type { Analysis } from "#contract/analysis.ts";
import type { Report } from "#contract/video.ts";
import { hasResult } from "#web/api/has-result.ts";
import { CreatorResponses } from "#web/features/channels/responses/creator-responses.tsx";
import {
	ResponseContext,
	useResponses,
} from "#web/features/channels/responses/use-responses.ts";
import { useVotes, VoteContext } from "#web/features/votes/use-votes.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EmptyState } from "#web/ui/view-states.tsx";
import { useVideoPlayer } from "./player/player-context.ts";
import { PlayerStage } from "./player/player-stage.tsx";
import { ReportActions } from "./report-actions.tsx";
import { ReportLayout } from "./report-layout.tsx";
import { PrintableStatements } from "./statements/printable-statements.tsx";
import { StatementSection } from "./statements/statement-section.tsx";
import { AnalysisInformation } from "./summary/analysis-information.tsx";
import { AimedNote, ReportOriginNote } from "./summary/report-notes.tsx";
import { ReportTitle } from "./summary/report-title.tsx";
import { RunningPanel } from "./summary/running-panel.tsx";
import { ScorePanel } from "./summary/score-panel.tsx";
import { TranscriptSection } from "./transcript/transcript-section.tsx";

/** A report, complete or while its run adds to it. */
export function ReportView({
	report,
	run,
	watchable,
	notice,
	rerun,
}: {
	report: Report;
	run: Analysis | null;
	watchable: boolean;
	/** Shown above everything: a run, a failure. */
	notice: ReactNode;
	rerun: { busy: boolean; refusal: string | null; start: () => void };
}) {
	const { video } = report;
	const votes = useVotes(video.id, report.statements);
	const { statements } = votes;
	const responses = useResponses(report);
	const player = useVideoPlayer(video, watchable);
	// During the first run there is no result; later the earlier one stays.
	const growing = !hasResult(video) && run !== null ? run : null;
	const again = (label: string) => (
		<Button busy={rerun.busy || run !== null} onClick={rerun.start}>
			<Icon name="again" />
			{rerun.busy ? "Starting…" : label}
		</Button>
	);
	return (
		<VoteContext value={growing === null ? votes : null}>
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
								growing === null && (
									<ReportActions
										video={video}
										again={run === null && again("Re-analyze")}
										refusal={rerun.refusal}
									/>
								)
							}
						/>
					}
					verdict={
						growing !== null ? (
							<RunningPanel
								run={growing}
								rated={statements.length}
								simulated={video.simulated}
							/>
						) : (
							<ScorePanel video={video} statements={statements} />
						)
					}
					body={
						<>
							<PlayerStage video={video} />
							<ReportOriginNote video={video} />
							<AimedNote video={video} watchable={watchable} />
							{statements.length === 0 && growing === null ? (
								<EmptyState
									title="No Statements Found"
									text="The transcript holds no factual statements that could be checked: opinions, stories and music are not rated. A fresh analysis may see it differently."
								/>
							) : (
								<PrintableStatements statements={statements}>
									<StatementSection
										video={video}
										statements={statements}
										run={growing}
										watchable={watchable}
									/>
								</PrintableStatements>
							)}
							{growing === null && (
								<TranscriptSection
									video={video}
									statements={report.statements}
									watchable={watchable}
								/>
							)}
						</>
					}
					more={
						growing === null && (
							<>
								<AnalysisInformation
									video={video}
									claims={statements.length}
									action={run === null && again("Run Fresh Analysis")}
								/>
								<CreatorResponses report={report} claimable={watchable} />
							</>
						)
					}
				/>
			</ResponseContext>
		</VoteContext>
	);
}
