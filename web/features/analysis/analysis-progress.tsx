import { Link } from "react-router-dom";
import type { Analysis } from "#contract/analysis.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { quoteWords } from "#contract/evidence-words.ts";
import { clockTime, formatNumber, formatPercent, inQuotes, plural } from "#contract/format.ts";
import { hasScore, scoreStanding, shownScore } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Video } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import {
	BAND_CLASSES,
	BandIcon,
	PromptInjectionMark,
	SimulatedBadge,
	StatementBadge,
} from "#web/ui/badges.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Gauge } from "#web/ui/gauge.tsx";
import { PercentBar } from "#web/ui/meter.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { ProviderProgress, RunActivity } from "./provider-progress.tsx";
import { simulatedRaters, stageLabel } from "./stage-label.ts";

type Props = {
	/** undefined until the stream has sent it. */
	video: Video | undefined;
	/** null if the video cannot be watched elsewhere. */
	watchUrl: string | null;
	analysis: Analysis | null;
	/** The rated statements, newest last. */
	rated: readonly Statement[];
	ended: "completed" | "failed" | null;
	/** Whether the connection is currently lost. */
	lost: boolean;
	onClose: () => void;
	videoId: string;
};

/** The progress of a run, with the next steps when it ends. */
export function AnalysisProgress(props: Props) {
	const { ended, video, analysis, rated } = props;
	const completed = ended === "completed";
	return (
		<div className="mt-4 flex flex-col gap-5">
			<RunVideo video={video} watchUrl={props.watchUrl} ended={ended} />
			{ended !== "failed" && (
				<>
					<RunStage video={video} analysis={analysis} completed={completed} />
					<div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 sm:grid-cols-[14rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr]">
						{/* A moment has no score. */}
						{!analysis?.moment && (
							<RunScore video={video} analysis={analysis} rated={rated} completed={completed} />
						)}
						<div className="sm:row-span-2">
							<RatedList
								statements={rated}
								waiting={completed ? [] : notRated(analysis?.found ?? [], rated)}
								completed={completed}
							/>
						</div>
						<ProviderProgress
							providers={analysis?.providers ?? []}
							simulated={video?.simulated ?? false}
						/>
					</div>
				</>
			)}
			{ended === null && (
				<p className="text-sm text-muted">
					Analysis typically takes 30-60 seconds. You can close this; the analysis continues.
					{longRunWords(analysis, Date.now())}
				</p>
			)}
			{ended !== "failed" && <NextSteps {...props} />}
		</div>
	);
}

/** By then it is not a typical one. */
const TYPICAL_MS = 60_000;
const MINUTE_MS = 60_000;
/** No run takes longer: then the clocks of browser and server differ. */
const LONGEST_MS = 60 * MINUTE_MS;

/** How long a run that takes longer than most may still take, from its own pace so far. */
export function longRunWords(
	analysis: Pick<Analysis, "started_at" | "progress"> | null,
	now_ms: number,
): string {
	if (analysis === null || analysis.progress < 10 || analysis.progress >= 100) return "";
	const { progress, started_at } = analysis;
	const spent_ms = now_ms - Date.parse(started_at);
	if (spent_ms <= TYPICAL_MS || spent_ms > LONGEST_MS) return "";
	const left = Math.ceil((spent_ms * (100 - progress)) / progress / MINUTE_MS);
	return ` At its pace so far, this one takes about ${plural(left, "minute")} more.`;
}

/** Sticks to the bottom while the rest scrolls. */
function NextSteps({ videoId, ended, lost, onClose }: Props) {
	return (
		<div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap gap-3 border-t border-line bg-raised px-5 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
			<p role="status" className="basis-full text-sm font-semibold empty:hidden">
				{lost &&
					ended === null &&
					"Connection lost. The analysis may continue, and we are reconnecting."}
			</p>
			{ended === "completed" ? (
				<>
					<Link
						to={paths.results(videoId)}
						className={buttonClass("primary")}
						onClick={({ metaKey, ctrlKey, shiftKey }) => {
							// One for a new tab or window leaves the dialog open.
							if (!metaKey && !ctrlKey && !shiftKey) onClose();
						}}
					>
						View Detailed Results
					</Link>
					<Button onClick={onClose}>Close</Button>
				</>
			) : (
				<Button onClick={onClose}>Continue in Background</Button>
			)}
		</div>
	);
}

/** The analysed video. A failed run has no score, so it is not marked as simulated. */
function RunVideo({
	video,
	watchUrl,
	ended,
}: {
	/** undefined until the stream has sent it. */
	video: Video | undefined;
	/** null if the video cannot be watched elsewhere. */
	watchUrl: string | null;
	ended: Props["ended"];
}) {
	const failed = ended === "failed";
	const titled = video !== undefined && video.title !== "";
	return (
		<div className="flex items-start gap-4">
			<Thumbnail
				src={video?.thumbnail_url ?? ""}
				duration={video?.duration ?? null}
				eager
				className="w-28 shrink-0 sm:w-36"
			/>
			<div className="min-w-0 grow">
				{titled && (
					<>
						<ForeignText as="p" className="line-clamp-2 font-serif leading-snug font-semibold">
							{video.title}
						</ForeignText>
						<ForeignText as="p" className="text-sm text-muted">
							{video.channel_name}
						</ForeignText>
					</>
				)}
				{!titled && ended === "completed" && (
					<p className="font-serif leading-snug font-semibold">Untitled video</p>
				)}
				{!titled && ended === null && (
					<>
						<Skeleton className="mb-2 h-5 w-full" />
						<Skeleton className="h-4 w-1/2" />
					</>
				)}
				{video?.simulated && !failed && <SimulatedBadge />}
				{watchUrl !== null && (
					<p className="mt-1 text-sm">
						<OutsideLink href={watchUrl}>Open in new tab</OutsideLink>
					</p>
				)}
			</div>
		</div>
	);
}

type Found = Analysis["found"][number];

/** What is said several times is rated as often, each at its own time. */
function notRated(found: readonly Found[], rated: readonly Statement[]): readonly Found[] {
	return found.filter(
		(one) =>
			!rated.some(
				({ quote, timestamp }) =>
					quote === one.quote && (one.timestamp === null || one.timestamp === timestamp),
			),
	);
}

/** The rated statements, newest first, above those that wait for their ratings. */
function RatedList({
	statements,
	waiting,
	completed,
}: {
	/** In the order in which they were rated. */
	statements: readonly Statement[];
	/** Those found and not rated yet, in the video's order. */
	waiting: readonly Found[];
	completed: boolean;
}) {
	return (
		<section
			aria-label={completed ? "Rated statements" : "Statements found and rated so far"}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and has no control, so only a tab stop lets the keyboard scroll it.
			tabIndex={0}
			className="h-52 overflow-y-auto overscroll-contain border-y border-line sm:h-0 sm:min-h-full"
		>
			{statements.length + waiting.length === 0 && (
				<p className="py-4 text-sm text-muted">
					{completed
						? "No Statements Found"
						: "Statements appear here as they are found and rated."}
				</p>
			)}
			{statements.length > 0 && (
				<ol reversed className="flex flex-col divide-y divide-line">
					{[...statements].reverse().map((statement) => (
						<RatedStatement key={statement.id} statement={statement} />
					))}
				</ol>
			)}
			{waiting.length > 0 && (
				<>
					<h3 className="eyebrow border-b border-line py-2">Found, not rated yet</h3>
					<ul className="flex flex-col divide-y divide-line">
						{waiting.map(({ quote, timestamp }) => (
							<li key={`${timestamp} ${quote}`} className="appear flex items-baseline gap-3 py-2.5">
								<ForeignText
									as="p"
									className="line-clamp-2 grow font-serif leading-snug text-muted"
								>
									{inQuotes(quoteWords(quote))}
								</ForeignText>
								{timestamp !== null && (
									<span className="text-xs text-muted">{clockTime(timestamp)}</span>
								)}
							</li>
						))}
					</ul>
				</>
			)}
		</section>
	);
}

function RatedStatement({ statement }: { statement: Statement }) {
	const { ratings, timestamp, timestamp_source } = statement;
	return (
		<li className="appear flex flex-col gap-1 py-2.5">
			<p className="flex items-center justify-between gap-3">
				<StatementBadge
					mark={statementMark(statement)}
					score={statement.ai_score}
					simulated={ratings.some(({ status }) => status === "simulated")}
				/>
				{timestamp_source !== "unknown" && (
					<span className="text-xs text-muted">
						{timestamp_source === "estimated" && "≈ "}
						{clockTime(timestamp)}
					</span>
				)}
			</p>
			{statement.aimed_at_raters && (
				<p>
					<PromptInjectionMark />
				</p>
			)}
			<ForeignText as="p" className="line-clamp-2 font-serif leading-snug">
				{inQuotes(quoteWords(statement.quote || statement.content))}
			</ForeignText>
		</li>
	);
}

/** The confidence assumed for a provisional score, which makes its mark wide. */
const PROVISIONAL_CONFIDENCE = 50;

type RunFigures = {
	video: Video | undefined;
	analysis: Analysis | null;
	/** The statements rated so far, as far as the page has received them. */
	rated: readonly Statement[];
	completed: boolean;
};

/** The stage in words and the progress in percent. */
function RunStage({ video, analysis, completed }: Omit<RunFigures, "rated">) {
	const label = stageLabel(
		completed ? null : (analysis?.analysis_step ?? null),
		completed,
		simulatedRaters(video?.simulated ?? false, analysis),
	);
	const percent = completed ? 100 : (analysis?.progress ?? 0);
	return (
		<div className="flex flex-col gap-2">
			<p className="flex items-baseline justify-between gap-4">
				<span className="font-semibold">{label}</span>
				<span className="text-lg font-semibold">{formatPercent(Math.min(100, percent))}</span>
			</p>
			<PercentBar role="progressbar" label={label} percent={percent} className="h-2" />
			{!completed && <RunActivity activity={analysis?.activity} />}
		</div>
	);
}

/** The mean of a running analysis; before the first rating, 0 is not a score. */
function meanSoFar(analysis: Analysis | null, rated: readonly Statement[]): number | null {
	const mean = analysis?.bs_score ?? null;
	return rated.some(hasScore) || mean !== 0 ? mean : null;
}

/** The gauge with the score so far, and two counters. */
function RunScore({ video, analysis, rated, completed }: RunFigures) {
	const claims = completed ? foundIn(video) : foundBy(analysis);
	const score = completed ? video && shownScore(video) : meanSoFar(analysis, rated);
	const simulated = video?.simulated ?? false;
	const result = resultLook(completed ? video : undefined);
	return (
		<div className="flex flex-col gap-4">
			<div className="mx-auto w-full max-w-56">
				<Gauge
					score={score ?? null}
					confidence={
						completed ? (video?.confidence_level ?? PROVISIONAL_CONFIDENCE) : PROVISIONAL_CONFIDENCE
					}
					simulated={simulated}
					provisional={!completed}
					{...result}
				/>
			</div>
			<RunCounters
				score={score ?? null}
				claims={claims}
				simulated={simulated}
				completed={completed}
			/>
		</div>
	);
}

/**
 * The gauge's properties for the finished result. Until then the mean so far is drawn like any
 * score.
 */
function resultLook(video: Video | undefined) {
	return {
		standing: video ? scoreStanding(video) : ("panel" as const),
		coverage: video?.coverage,
		interval: video?.interval,
	};
}

/** How many statements were found, and how many of them are rated. */
type Claims = { found: number; chosen: number };

function foundBy(analysis: Analysis | null): Claims {
	return { found: analysis?.claims_found ?? 0, chosen: analysis?.claims_chosen ?? 0 };
}

function foundIn(video: Video | undefined): Claims {
	const count = video?.claims_count ?? 0;
	return video?.extraction ?? { found: count, chosen: count };
}

/** The mean so far and the number of claims found. */
function RunCounters({
	score,
	claims,
	simulated,
	completed,
}: {
	completed: boolean;
	/** null before the first rating, and if too little could be checked. */
	score: number | null;
	claims: Claims;
	simulated: boolean;
}) {
	return (
		<dl className="grid grid-cols-2 divide-x divide-line border-y border-line">
			<div className="flex flex-col-reverse py-2">
				<dt className="eyebrow">BS Score{simulated && " (simulated)"}</dt>
				<dd
					className={`flex flex-wrap items-center gap-x-2 text-2xl font-semibold ${score === null ? "text-muted" : BAND_CLASSES[bandFor(score)].text}`}
				>
					{score ?? "–"}
					{score !== null && (
						<>
							<BandIcon band={bandFor(score)} simulated={simulated} className="size-5" />
							<span className="text-sm">{BAND_WORDS[bandFor(score)].badge}</span>
						</>
					)}
				</dd>
			</div>
			<div className="flex flex-col-reverse py-2 pl-5">
				<dt className="eyebrow">Claims Found</dt>
				<dd className="flex flex-wrap items-baseline gap-x-2 text-2xl font-semibold">
					{formatNumber(claims.found)}
					{claims.chosen < claims.found && (
						<span className="text-sm font-normal text-muted">
							{`${formatNumber(claims.chosen)} ${completed ? "rated" : "to rate"}`}
						</span>
					)}
				</dd>
			</div>
		</dl>
	);
}
