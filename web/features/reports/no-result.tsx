import { Link } from "react-router-dom";
import { watchUrl } from "#contract/addresses.ts";
import type { RunError } from "#contract/problem.ts";
import { VIDEO_NOT_FOUND } from "#contract/texts.ts";
import type { Video } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { RunFailure } from "#web/features/analysis/run-failure.tsx";
import { isTakenDown, TakenDown } from "#web/features/moderation/taken-down.tsx";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { EmptyState, ProblemNotice } from "#web/ui/view-states.tsx";
import { ReportTitle } from "./summary/report-title.tsx";
import { isUnknownVideo, missingTitle, type Reanalysis } from "./use-report.ts";

/** A YouTube video id. */
const VIDEO_ID = /^[\w-]{11}$/;

/** The id in an address that was copied along with a bracket or a full stop; null if there is none. */
function cleanId(given: string): string | null {
	const [id] = /(?<![\w-])[\w-]{11}(?![\w-])/.exec(given) ?? [];
	return id === undefined || id === given ? null : id;
}

/** Shown without a report: it does not exist or could not be fetched. */
export function MissingReport({
	videoId,
	problem,
	reanalysis,
	onRetry,
}: {
	videoId: string;
	problem: ApiProblem;
	reanalysis: Reanalysis;
	onRetry: () => void;
}) {
	const unknown = isUnknownVideo(problem);
	const clean = cleanId(videoId);
	if (isTakenDown(problem)) return <TakenDown problem={problem} />;
	return (
		<div className="page-width flex flex-col items-start gap-4 py-16">
			<PageHeading>{missingTitle(problem)}</PageHeading>
			<p>{unknown ? VIDEO_NOT_FOUND.detail : problem.message}</p>
			{reanalysis.refusal !== null && (
				<p role="alert" className="font-semibold">
					{reanalysis.refusal}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				{!unknown && (
					<Button variant="primary" onClick={onRetry}>
						Try Again
					</Button>
				)}
				<Link to={paths.home()} className={buttonClass(unknown ? "primary" : "secondary")}>
					Go Home
				</Link>
				{unknown && clean !== null && (
					<Link to={paths.results(clean)} className={buttonClass("secondary")}>
						Open /results/{clean}
					</Link>
				)}
				{unknown && VIDEO_ID.test(videoId) && (
					<Button busy={reanalysis.busy} onClick={() => reanalysis.start({})}>
						{reanalysis.busy ? "Starting…" : "Analyze This Video"}
					</Button>
				)}
			</div>
		</div>
	);
}

/** A video without a result, because its analysis failed or reports no progress. */
export function ReportWithoutResult({
	video,
	playable,
	failure,
	reanalysis,
}: {
	video: Video;
	playable: boolean;
	/** null while the first analysis reports no progress. */
	failure: RunError | null;
	reanalysis: Reanalysis;
}) {
	const { busy, refusal, start } = reanalysis;
	return (
		<div className="page-width flex flex-col gap-8 py-6 sm:py-8">
			<ReportTitle video={video} picture={<VideoPicture video={video} playable={playable} />} />
			{failure !== null ? (
				<div className="max-w-2xl">
					<RunFailure
						{...failure}
						videoId={video.id}
						duration={video.duration}
						refusal={refusal}
						busy={busy}
						retry={video.scope === "moments" ? "Analyze the whole video" : "Try Again"}
						onRetry={() => start({})}
						onTranscript={(given) => start({ ...given, force: true })}
						onLanguage={(language) => start({ language, force: true })}
					/>
				</div>
			) : (
				<EmptyState
					title="Analysis in Progress"
					text="There is no result yet, and the analysis reports no progress. It resumes on its own; you can also start it again now."
				>
					<Button variant="primary" busy={busy} onClick={() => start({ force: true })}>
						{busy ? "Starting…" : "Re-analyze Now"}
					</Button>
					{refusal !== null && (
						<p role="alert" className="font-semibold">
							{refusal}
						</p>
					)}
				</EmptyState>
			)}
		</div>
	);
}

/** The video's thumbnail, as a link to YouTube. */
function VideoPicture({
	video,
	playable,
}: {
	video: Video;
	/** False for videos that exist only on this site. */
	playable: boolean;
}) {
	const picture = <Thumbnail src={video.thumbnail_url} duration={video.duration} eager />;
	if (!playable) {
		return <span className="block w-28 shrink-0 sm:w-60">{picture}</span>;
	}
	return (
		<a
			href={watchUrl(video.id)}
			target="_blank"
			rel="noopener noreferrer"
			className="group relative block w-28 shrink-0 sm:w-60"
		>
			{picture}
			<span className="sr-only">Watch on YouTube (opens in a new tab)</span>
			<span className="absolute inset-0 grid place-items-center">
				<span className="grid size-9 place-items-center rounded-full bg-ink text-ground transition-transform duration-150 group-hover:scale-110 sm:size-11">
					<Icon name="play" />
				</span>
			</span>
		</a>
	);
}

/** A new run failed and left the result as it was, or else the link's statement is missing. */
export function ResultNotice({
	failure,
	reanalysis,
}: {
	failure: RunError | null;
	reanalysis: Reanalysis;
}) {
	if (failure === null)
		return (
			<ProblemNotice
				title="This statement is not in the report"
				detail="The link is wrong, or a newer analysis no longer includes the statement. This is the current report."
			/>
		);
	// Only a creator's reply checks one statement again; an analysis of everything is no retry.
	if (failure.code === "recheck_failed")
		return <ProblemNotice title={failure.title} detail={failure.detail} />;
	return (
		<ProblemNotice
			title="The fresh analysis failed"
			detail={`${failure.detail} The earlier result below is unchanged.`}
		>
			<Button busy={reanalysis.busy} onClick={() => reanalysis.start({ force: true })}>
				{reanalysis.busy ? "Starting…" : "Try Again"}
			</Button>
		</ProblemNotice>
	);
}
