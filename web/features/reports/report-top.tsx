import { type ReactNode, Suspense } from "react";
import type { Analysis } from "#contract/analysis.ts";
import { isReadDifferently } from "#contract/leading-evidence.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report, Video } from "#contract/video.ts";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { PlayerPanel } from "./player/player-panel.tsx";
import { FollowReport } from "./summary/report-title.tsx";
import { ScorePanel } from "./summary/score-panel.tsx";

const ReportFinding = lazyComponent(
	async () => (await import("./finding/report-finding.tsx")).ReportFinding,
	"report-finding",
);
const ClaimFinding = lazyComponent(
	async () => (await import("./finding/report-finding.tsx")).ClaimFinding,
	"claim-finding",
);
const WholeFinding = lazyComponent(
	async () => (await import("./finding/report-finding.tsx")).WholeFinding,
	"whole-finding",
);

const RunningPanel = lazyComponent(
	async () => (await import("./summary/running-panel.tsx")).RunningPanel,
	"running-panel",
);

const MomentsPanel = lazyComponent(
	async () => (await import("./moments/moments-panel.tsx")).MomentsPanel,
	"moments-panel",
);

/** Instead of a fresh analysis, in a report of moments. */
export const WHOLE_VIDEO = "Analyze the whole video";

type TopParts = {
	report: Report;
	/** The statement that the address names: it stands where the report has its finding. */
	subject: Statement | undefined;
	/** The first run of the video, which has no result yet. */
	first_run: Analysis | null;
	/** Offers a fresh analysis, unless one is running. */
	offer: (label: string) => ReactNode;
	/** Starts a fresh analysis; null while one is running. */
	onCheck: ((label: string) => ReactNode) | null;
};

/**
 * What was found, in the whole report or of the statement that the address names. Its height is not
 * known before, so the whole report waits for it: nothing below it moves.
 */
export function FindingPart({ report, subject, onCheck }: TopParts) {
	return subject ? (
		<ClaimFinding statement={subject} video={report.video} />
	) : (
		<ReportFinding report={report} onCheck={onCheck} />
	);
}

/**
 * The video and the score. On a phone the video follows a claim that it is about, but not the
 * finding of a report.
 */
export function VerdictPart(parts: TopParts) {
	const { report, subject, first_run } = parts;
	const { video } = report;
	return (
		<>
			<div className={`flex flex-col gap-2 lg:order-none ${subject ? "" : "order-last"}`}>
				<PlayerPanel video={video} />
				{video.analysis_status === "completed" && <FollowReport video={video} />}
			</div>
			{subject && first_run === null && <WholeFinding report={report} />}
			<ReportVerdict {...parts} />
		</>
	);
}

/** What came out: the score, or so far, or the moments that were checked. */
function ReportVerdict({ report, first_run, offer }: TopParts) {
	const { video, statements } = report;
	if (video.scope === "moments")
		return (
			<Suspense fallback={<Skeleton className="h-56" />}>
				<MomentsPanel report={report} run={first_run}>
					{offer(WHOLE_VIDEO)}
				</MomentsPanel>
			</Suspense>
		);
	if (first_run !== null)
		return (
			<Suspense fallback={<Skeleton className="h-105" />}>
				<RunningPanel run={first_run} statements={statements} simulated={video.simulated} />
			</Suspense>
		);
	return (
		<>
			<ChangedEvidenceNote video={video} statements={statements} />
			<ReadDifferentlyNote statements={statements}>{offer("Re-analyze")}</ReadDifferentlyNote>
			<UnfinishedNote statements={statements}>{offer("Check the rest")}</UnfinishedNote>
			<ScorePanel video={video} statements={statements} />
		</>
	);
}

const ChangedEvidence = lazyComponent(
	async () => (await import("./summary/rare-notes.tsx")).ChangedEvidence,
	"changed-evidence",
);

/** Stands above the score, which rests on the verdicts that lost their ground. */
function ChangedEvidenceNote(props: { video: Video; statements: readonly Statement[] }) {
	return props.video.evidence_changed_at === null ? null : (
		<Suspense fallback={null}>
			<ChangedEvidence {...props} />
		</Suspense>
	);
}

const ReadDifferently = lazyComponent(
	async () => (await import("./summary/rare-notes.tsx")).ReadDifferently,
	"read-differently",
);

/** Few reports are older than the rules by which pages are read. */
function ReadDifferentlyNote(props: { statements: readonly Statement[]; children: ReactNode }) {
	return props.statements.some(isReadDifferently) ? (
		<Suspense fallback={null}>
			<ReadDifferently {...props} />
		</Suspense>
	) : null;
}

const Unfinished = lazyComponent(
	async () => (await import("./summary/rare-notes.tsx")).Unfinished,
	"unfinished",
);

/** Providers rarely fail, and more rarely for lack of time. */
function UnfinishedNote(props: { statements: readonly Statement[]; children: ReactNode }) {
	return props.statements.some(({ ratings }) => ratings.some((it) => it.status === "failed")) ? (
		<Suspense fallback={null}>
			<Unfinished {...props} />
		</Suspense>
	) : null;
}
