import {
	BAND_WORDS,
	BANDS,
	type Band,
	bandFor,
	HIGH_FROM,
	MODERATE_FROM,
} from "#contract/bands.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import type { Statement } from "#contract/statement.ts";
import { NOTHING_TO_CHECK } from "#contract/texts.ts";
import type { Video } from "#contract/video.ts";
import {
	currentResponse,
	responsesTo,
	useResponseContext,
} from "#web/features/channels/responses/use-responses.ts";
import { CommunityActivity } from "#web/features/votes/vote-buttons.tsx";
import { BAND_CLASSES, BandIcon } from "#web/ui/band-badge.tsx";
import { Gauge } from "#web/ui/gauge.tsx";
import { SimulatedBadge } from "#web/ui/marks.tsx";
import { PercentBar } from "#web/ui/meter.tsx";
import { ScoreBar } from "#web/ui/score-bar.tsx";
import {
	disputeSentence,
	measuredSentence,
	type ProviderSummary,
	summarisePanel,
} from "./report-words.ts";

/** The score, its verdict and its confidence. */
export function ScorePanel({
	video,
	statements,
}: {
	video: Video;
	statements: Statement[];
}) {
	const summaries = summarisePanel(statements);
	const nothing = statements.length === 0;
	const { all } = useResponseContext();
	const responded = currentResponse(responsesTo(all, null)) !== null;
	const dispute = disputeSentence(statements, summaries);
	return (
		<section
			aria-label="Verdict"
			className="flex flex-col gap-5 border border-rule bg-raised p-5 print:grid print:grid-cols-2 print:gap-x-10"
		>
			<h2 className="eyebrow border-b border-line pb-2 print:col-span-2">
				BS Score
			</h2>
			<div className="mx-auto w-full max-w-80">
				<Gauge
					score={nothing ? null : video.bs_score}
					confidence={video.confidence_level}
					ticks={summaries.map(({ provider, average }) => ({
						name: PROVIDER_NAMES[provider],
						score: average,
					}))}
					simulated={video.simulated}
				/>
			</div>
			{nothing ? (
				<NothingToCheck />
			) : (
				<>
					<Verdict score={video.bs_score} simulated={video.simulated} />
					<div className="flex flex-col gap-2 text-sm">
						<p>{measuredSentence(video, statements, summaries)}</p>
						{dispute !== null && (
							<p className="border-l-4 border-ink pl-3 font-semibold">
								{dispute}
							</p>
						)}
					</div>
					<Confidence percent={video.confidence_level} />
					<ProviderAverages summaries={summaries} />
					<CommunityActivity statements={statements} />
					<BandLegend />
					{responded && (
						<p className="text-sm">
							<a
								href="#creator-response"
								className="inline-flex min-h-6 items-center font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
							>
								{video.channel_name} has responded
							</a>
						</p>
					)}
				</>
			)}
		</section>
	);
}

function Verdict({ score, simulated }: { score: number; simulated: boolean }) {
	const band = bandFor(score);
	return (
		<div className="text-center">
			<p
				className={`flex items-center justify-center gap-2 font-serif text-xl font-semibold ${BAND_CLASSES[band].text}`}
			>
				<BandIcon band={band} simulated={simulated} className="size-6" />
				{BAND_WORDS[band].video}
			</p>
			<p className="text-sm text-muted">0 is factual, 100 is false</p>
			{simulated && (
				<div className="hatched-quiet mt-3 border border-line p-1">
					<p className="flex flex-col items-center bg-raised px-3 py-2 text-sm">
						<SimulatedBadge />
						These scores were made up for a demonstration. They say nothing
						about the video.
					</p>
				</div>
			)}
		</div>
	);
}

const RANGES: Record<Band, string> = {
	factual: `0-${MODERATE_FROM - 1}`,
	moderate: `${MODERATE_FROM}-${HIGH_FROM - 1}`,
	high: `${HIGH_FROM}-100`,
};

/** Badges and the verdict name a video's band in different words. */
const VIDEO_WORDS: Record<Band, string> = {
	factual: BAND_WORDS.factual.video,
	moderate: `${BAND_WORDS.moderate.badge}, ${BAND_WORDS.moderate.video.toLowerCase()}`,
	high: BAND_WORDS.high.video,
};

/** How the words for statements and for videos go with the scores. */
function BandLegend() {
	return (
		<details className="border-t border-line pt-3 text-sm">
			<summary className="cursor-pointer py-1 text-muted">
				What the words mean
			</summary>
			<table className="mt-2 w-full border-t border-line">
				<thead className="text-left text-xs text-muted">
					<tr>
						<th className="py-1 font-normal">Score</th>
						<th className="py-1 font-normal">A statement</th>
						<th className="py-1 font-normal">The video</th>
					</tr>
				</thead>
				<tbody>
					{BANDS.map((band) => (
						<tr key={band} className="border-t border-line align-top">
							<th
								scope="row"
								className="py-1 pr-2 text-left font-semibold whitespace-nowrap"
							>
								{RANGES[band]}
							</th>
							<td className="py-1 pr-2">{BAND_WORDS[band].statement}</td>
							<td className="py-1">{VIDEO_WORDS[band]}</td>
						</tr>
					))}
				</tbody>
			</table>
		</details>
	);
}

function Confidence({ percent }: { percent: number }) {
	return (
		<div className="flex flex-col gap-1.5">
			<p className="flex justify-between text-sm">
				<span>AI confidence</span>
				<span className="font-semibold">{percent}%</span>
			</p>
			<PercentBar label="AI confidence" percent={percent} className="h-1.5" />
		</div>
	);
}

function NothingToCheck() {
	return (
		<div className="text-center">
			<p className="font-serif text-xl font-semibold">
				{NOTHING_TO_CHECK.title}
			</p>
			<p className="text-sm text-muted">{NOTHING_TO_CHECK.detail}</p>
		</div>
	);
}

/** The mean score of each provider; the gauge shows them as ticks. */
function ProviderAverages({ summaries }: { summaries: ProviderSummary[] }) {
	return (
		<div className="flex flex-col gap-3 border-t border-line pt-4">
			<h3 className="eyebrow">Average score by model</h3>
			<ul className="flex flex-col gap-3">
				{summaries.map((summary) => {
					const name = PROVIDER_NAMES[summary.provider];
					return (
						<li key={summary.provider} className="flex flex-col gap-1.5">
							<div className="grid grid-cols-[4.5rem_1fr_2rem] items-center gap-3 text-sm">
								<span>{name}</span>
								<ScoreBar
									label={`${name}, average score`}
									score={summary.average}
									state={barState(summary)}
								/>
								<strong className="text-right font-semibold">
									{summary.average}
								</strong>
							</div>
							{summary.failed > 0 && (
								<p className="text-xs text-muted">
									{summary.failed} of {summary.answers} answers failed and count
									as 50
								</p>
							)}
						</li>
					);
				})}
			</ul>
		</div>
	);
}

function barState(summary: ProviderSummary): "ok" | "failed" | "simulated" {
	if (summary.failed === summary.answers) return "failed";
	return summary.simulated ? "simulated" : "ok";
}
