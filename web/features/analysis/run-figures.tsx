import type { Analysis } from "#contract/analysis.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { isVerdict, scoreStanding } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { hasScore } from "#contract/verdict-words.ts";
import type { Video } from "#contract/video.ts";
import { BAND_CLASSES, BandIcon } from "#web/ui/band-badge.tsx";
import { Gauge } from "#web/ui/gauge.tsx";
import { PercentBar } from "#web/ui/meter.tsx";
import { RunActivity } from "./run-activity.tsx";
import { simulatedRaters, stageLabel } from "./stage-label.ts";

/** The confidence assumed for a provisional score, which makes its mark wide. */
const PROVISIONAL_CONFIDENCE = 50;

type Props = {
	video: Video | undefined;
	analysis: Analysis | null;
	/** The statements rated so far, as far as the page has received them. */
	rated: readonly Statement[];
	completed: boolean;
};

/** The stage in words and the progress in percent. */
export function RunStage({
	video,
	analysis,
	completed,
}: Pick<Props, "video" | "analysis" | "completed">) {
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
				<span className="text-lg font-semibold">{Math.min(100, percent).toFixed(1)}%</span>
			</p>
			<PercentBar role="progressbar" label={label} percent={percent} className="h-2" />
			{!completed && <RunActivity activity={analysis?.activity} />}
		</div>
	);
}

/** The gauge with the score so far, and two counters. */
export function RunScore({ video, analysis, rated, completed }: Props) {
	const claims = completed ? (video?.claims_count ?? 0) : (analysis?.claims_found ?? 0);
	const mean = completed ? (video?.bs_score ?? 0) : (analysis?.bs_score ?? 0);
	// Before the first rating, 0 is not a score.
	const measured = completed ? claims > 0 : rated.some(hasScore) || mean > 0;
	const score = measured ? mean : null;
	const simulated = video?.simulated ?? false;
	const result = resultLook(completed ? video : undefined);
	return (
		<div className="flex flex-col gap-4">
			<div className="mx-auto w-full max-w-56">
				<Gauge
					score={score}
					confidence={
						completed ? (video?.confidence_level ?? PROVISIONAL_CONFIDENCE) : PROVISIONAL_CONFIDENCE
					}
					simulated={simulated}
					provisional={!completed}
					{...result}
				/>
			</div>
			<RunCounters
				score={isVerdict(result.standing) ? score : null}
				claims={claims}
				simulated={simulated}
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

/** The mean so far and the number of claims found. */
function RunCounters({
	score,
	claims,
	simulated,
}: {
	/** null before the first rating, and if too little could be checked. */
	score: number | null;
	claims: number;
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
				<dd className="text-2xl font-semibold">{claims}</dd>
			</div>
		</dl>
	);
}
