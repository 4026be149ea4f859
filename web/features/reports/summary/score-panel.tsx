import { type ReactNode, Suspense } from "react";
import { findingWords } from "#contract/finding.ts";
import { raterName } from "#contract/providers.ts";
import { hasScore, isCounted, scoreStanding } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import {
	currentResponse,
	responsesTo,
	useResponseContext,
} from "#web/features/channels/responses/use-responses.ts";
import { CommunityActivity } from "#web/features/votes/vote-buttons.tsx";
import { ResultVerdict, SimulatedBadge } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Gauge } from "#web/ui/gauge.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PercentBar } from "#web/ui/meter.tsx";
import { PhoneFold } from "#web/ui/phone-fold.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { disputeSentence, type ProviderSummary, summarisePanel } from "./report-words.ts";
import { Unverified } from "./unverified.tsx";

const ProviderAverages = lazyComponent(
	async () => (await import("./provider-averages.tsx")).ProviderAverages,
	"provider-averages",
);

const NoVerdict = lazyComponent(
	async () => (await import("./no-verdict.tsx")).NoVerdict,
	"no-verdict",
);

const NothingToCheck = lazyComponent(
	async () => (await import("./no-verdict.tsx")).NothingToCheck,
	"nothing-to-check",
);

const MostSerious = lazyComponent(
	async () => (await import("./most-serious.tsx")).MostSerious,
	"most-serious",
);

/** The score, its verdict and its confidence, or why there is no verdict. */
export function ScorePanel({
	video,
	statements: all_statements,
	onCheck,
}: {
	video: Video;
	statements: Statement[];
	/** Starts a fresh analysis; null while one is running. */
	onCheck: ((label: string) => ReactNode) | null;
}) {
	const statements = all_statements.filter(isCounted);
	const nothing = statements.length === 0;
	const unrated = video.panel.length === 0;
	const score = nothing ? null : video.bs_score;
	const summaries = score === null ? [] : summarisePanel(statements);
	const { all } = useResponseContext();
	const responded = currentResponse(responsesTo(all, null)) !== null;
	return (
		<section
			aria-label="Verdict"
			className="flex flex-col gap-2 border border-rule bg-raised p-3 sm:gap-5 sm:p-5 print:grid print:grid-cols-2 print:gap-x-10"
		>
			<h2 className="eyebrow border-b border-line pb-1 sm:pb-2 print:col-span-2">BS Score</h2>
			<div className="mx-auto w-full max-w-58 sm:max-w-80">
				<Gauge
					score={score}
					confidence={video.confidence_level}
					ticks={summaries.map(({ provider, average, simulated }) => ({
						name: raterName(provider, simulated),
						score: average,
					}))}
					simulated={video.simulated}
					standing={nothing || unrated ? "panel" : scoreStanding(video)}
					coverage={video.coverage}
					interval={video.interval}
				/>
			</div>
			{nothing ? (
				<Suspense fallback={<Skeleton className="h-20" />}>
					<NothingToCheck />
				</Suspense>
			) : (
				<>
					<Verdict video={video} />
					{score === null ? (
						<Suspense fallback={<Skeleton className="h-20" />}>
							<NoVerdict statements={statements} unrated={unrated}>
								{onCheck?.("Check again")}
							</NoVerdict>
						</Suspense>
					) : (
						<Measured video={video} statements={statements} summaries={summaries} />
					)}
					<Suspense fallback={null}>
						<MostSerious video={video} statements={statements} />
					</Suspense>
					{statements.some(hasScore) && (
						<PhoneFold
							label={score === null ? "Votes" : "How this score was made"}
							className="flex flex-col gap-5"
						>
							{score !== null && (
								<>
									<div className="text-sm sm:hidden print:hidden">
										<Unverified statements={statements} />
									</div>
									<Suspense fallback={<Skeleton className="h-28" />}>
										<ProviderAverages summaries={summaries} />
									</Suspense>
								</>
							)}
							<CommunityActivity statements={all_statements} />
						</PhoneFold>
					)}
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
					{interval === null
						? SCALE_WORDS
						: `Likely between ${interval.low} and ${interval.high} (${SCALE_WORDS})`}
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

/** How the score was measured. */
function Measured({
	video,
	statements,
	summaries,
}: {
	video: Video;
	statements: Statement[];
	summaries: ProviderSummary[];
}) {
	const dispute = disputeSentence(statements, summaries);
	return (
		<>
			<div className="flex flex-col gap-2 text-sm">
				<p>{findingWords(video).sentence}</p>
				<div className="max-sm:hidden print:block">
					<Unverified statements={statements} />
				</div>
				{dispute !== null && <p className="border-l-4 border-ink pl-3 font-semibold">{dispute}</p>}
			</div>
			{video.confidence_level !== null && (
				<Confidence
					name={video.simulated ? "Simulated confidence" : "AI confidence"}
					percent={video.confidence_level}
				/>
			)}
		</>
	);
}

function Confidence({ name, percent }: { name: string; percent: number }) {
	return (
		<div className="flex flex-col gap-1.5">
			<p className="flex justify-between text-sm">
				<span>{name}</span>
				<span className="font-semibold">{percent}%</span>
			</p>
			<PercentBar label={name} percent={percent} className="h-1.5" />
		</div>
	);
}
