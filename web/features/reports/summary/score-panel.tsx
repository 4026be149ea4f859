import { Suspense, useId, useState } from "react";
import { bandFor } from "#contract/bands.ts";
import { raterName } from "#contract/providers.ts";
import { coverageWords, isCounted, scoreStanding } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { Interval } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";
import {
	currentResponse,
	responsesTo,
	useResponseContext,
} from "#web/features/channels/responses/use-responses.ts";
import { BAND_CLASSES, ResultVerdict, SimulatedBadge } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Gauge } from "#web/ui/gauge.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { summarisePanel } from "./report-words.ts";

const ScoreDetails = lazyComponent(
	async () => (await import("./score-details.tsx")).ScoreDetails,
	"score-details",
);

/** The score with its coverage and interval, how it was made, and the votes. */
export function ScorePanel({
	video,
	statements: all_statements,
}: {
	video: Video;
	statements: Statement[];
}) {
	const [open, setOpen] = useState(false);
	const panel = useId();
	const statements = all_statements.filter(isCounted);
	const nothing = statements.length === 0;
	const unrated = video.panel.length === 0;
	const score = nothing ? null : video.bs_score;
	const summaries = score === null ? [] : summarisePanel(statements);
	const { all } = useResponseContext();
	const responded = currentResponse(responsesTo(all, null)) !== null;
	const standing = nothing || unrated ? "panel" : scoreStanding(video);
	return (
		<>
			{!nothing && (
				<button
					type="button"
					aria-expanded={open}
					aria-controls={panel}
					onClick={() => setOpen(!open)}
					className="flex min-h-11 items-center gap-2 border-y border-line text-start text-sm lg:hidden noscript:hidden"
					data-print="no"
				>
					<ScoreLine video={video} score={score} />
					<Icon name="chevron" className={open ? "rotate-180" : ""} />
				</button>
			)}
			<section
				id={panel}
				aria-label="Verdict"
				className={`flex flex-col gap-2 border border-rule bg-raised p-3 sm:gap-5 sm:p-5 print:grid print:grid-cols-2 print:gap-x-10 ${open ? "" : "not-noscript:not-print:max-lg:hidden"}`}
			>
				<h2 className="eyebrow border-b border-line pb-1 sm:pb-2 print:col-span-2">BS Score</h2>
				<div className="mx-auto w-full max-w-58">
					<Gauge
						score={score}
						confidence={video.confidence_level}
						ticks={summaries.map(({ provider, average, simulated }) => ({
							name: raterName(provider, simulated),
							score: average,
						}))}
						simulated={video.simulated}
						standing={standing}
						coverage={video.coverage}
						interval={video.interval}
					/>
				</div>
				{!nothing && (
					<>
						<Verdict video={video} />
						<Suspense fallback={<Skeleton className="h-56" />}>
							<ScoreDetails video={video} statements={all_statements} summaries={summaries} />
						</Suspense>
						{responded && (
							<p className="text-sm">
								<a href="#creator-response" className="inline-block py-0.5 font-semibold link">
									<ForeignText>{video.channel_name}</ForeignText> has responded
								</a>
							</p>
						)}
					</>
				)}
			</section>
		</>
	);
}

/** The score in one line, on a narrow screen. */
function ScoreLine({ video, score }: { video: Video; score: number | null }) {
	const { simulated, interval } = video;
	const facts = [
		...(interval && score !== null ? [intervalWords(interval)] : []),
		...(scoreStanding(video) === "panel" ? [] : [coverageWords(video.coverage)]),
	];
	return (
		<span className="flex grow flex-wrap items-center gap-x-2">
			<ScoreRing score={score} />
			<span>
				<strong className="font-semibold">
					{score === null ? "No score" : `BS Score ${score} of 100`}
				</strong>
				{score !== null && ", more is more false"}
			</span>
			<span className="text-muted">{facts.join(" · ")}</span>
			{simulated && <SimulatedBadge />}
		</span>
	);
}

/** As the gauge, in the size of a letter. */
function ScoreRing({ score }: { score: number | null }) {
	const ring = { cx: 8, cy: 8, r: 6, pathLength: 100, className: "fill-none stroke-line" };
	return (
		<svg viewBox="0 0 16 16" aria-hidden="true" className="size-6" strokeWidth="3">
			<circle {...ring} />
			{score !== null && (
				<circle
					{...ring}
					className={`fill-none ${BAND_CLASSES[bandFor(score)].stroke}`}
					strokeDasharray={`${score} 100`}
					transform="rotate(-90 8 8)"
				/>
			)}
		</svg>
	);
}

const SCALE_WORDS = "0 is factual, 100 is false";

function Verdict({ video }: { video: Video }) {
	const { simulated, interval, bs_score } = video;
	const scored = bs_score !== null;
	return (
		<div className="text-center">
			<ResultVerdict result={video} />
			{scored && (
				<p className="text-sm text-balance text-muted">
					{interval !== null && `${intervalWords(interval)} · `}
					{SCALE_WORDS}
				</p>
			)}
			{simulated && (
				<div className="hatched-quiet mt-1 border sm:mt-2 border-line p-1">
					<p className="bg-raised px-2 text-xs sm:py-1 sm:text-sm">
						<SimulatedBadge />
						{scored &&
							" These scores were made up for a demonstration. They say nothing about the video."}
					</p>
				</div>
			)}
		</div>
	);
}

function intervalWords({ low, high }: Interval): string {
	return `between ${low} and ${high}`;
}
