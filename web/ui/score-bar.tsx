import { BAND_WORDS, bandFor, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { keepApart } from "#contract/gauge.ts";
import { BAND_CLASSES, BandIcon } from "./badges.tsx";
import { meterProps, placeClass } from "./meter.tsx";

/** A failed answer has no colour: its 50 is a default, not a judgement. */
export type BarState = "ok" | "failed" | "simulated";

/** One score on a scale from 0 to 100, with the bands' limits marked. */
export function ScoreBar({
	label,
	score,
	state = "ok",
}: {
	label: string;
	score: number;
	state?: BarState;
}) {
	const band = bandFor(score);
	const coloured = state === "ok" || state === "simulated";
	const fill = coloured
		? `${BAND_CLASSES[band].text} ${state === "simulated" ? "hatched" : "bg-current"}`
		: `text-rule ${state === "failed" ? "hatched" : ""}`;
	return (
		<div className="flex items-center gap-2">
			<span className="size-4 shrink-0 leading-none">
				{coloured && <BandIcon band={band} simulated={state === "simulated"} />}
			</span>
			<div
				{...meterProps({ label, value: score, text: scoreText(score, state) })}
				className="relative h-2.5 w-full bg-sunken"
				data-track=""
			>
				<div
					className={`w-at h-full border-r-2 border-current ${fill} ${placeClass(Math.max(score, 1))}`}
					data-fill=""
				/>
				{[MODERATE_FROM, HIGH_FROM].map((limit) => (
					<span
						key={limit}
						className={`left-at absolute -bottom-1 h-1 w-px bg-rule ${placeClass(limit)}`}
					/>
				))}
			</div>
		</div>
	);
}

function scoreText(score: number, state: BarState): string {
	if (state === "failed") return `no answer, counted as ${score} of 100`;
	const words = `${score} of 100, ${BAND_WORDS[bandFor(score)].badge}`;
	return state === "simulated" ? `${words}, simulated` : words;
}

/** The least distance of two ticks in points: 5 pixels on the narrowest line, of 200. */
const TICK_GAP = 2.5;

/**
 * The gauge as a straight line: the mean as a mark, and above the line each provider as a tick.
 * Ticks that would meet give way, as on the gauge. Hidden from screen readers, because the text
 * beside it has the same content.
 */
export function ScoreScale({
	score,
	ticks,
	simulated,
}: {
	score: number;
	ticks: { name: string; score: number }[];
	simulated: boolean;
}) {
	const { text } = BAND_CLASSES[bandFor(score)];
	const scores = ticks.map((tick) => tick.score);
	const places = keepApart(scores, TICK_GAP);
	const limits = [0, MODERATE_FROM, HIGH_FROM, 100].map((limit) => `M${limit} 16V24`);
	return (
		<div aria-hidden="true" className="relative h-6.5 w-full">
			<svg
				aria-hidden="true"
				viewBox="0 0 100 26"
				preserveAspectRatio="none"
				className="absolute size-full overflow-visible fill-none *:[vector-effect:non-scaling-stroke]"
			>
				<path d={`M0 20H100${limits.join("")}`} className="stroke-rule" />
				<path
					d={scores.map((at, index) => `M${places[index]} 8L${at} 13`).join("")}
					className="stroke-ink"
				/>
				<path
					d={places.map((at) => `M${at} 0V8`).join("")}
					className="stroke-ink"
					strokeWidth={3}
				/>
			</svg>
			<span
				className={`left-at absolute top-3.5 h-3 w-2 -translate-x-1/2 border border-current ${text} ${simulated ? "hatched bg-raised" : "bg-current"} ${placeClass(score)}`}
				data-fill=""
			/>
		</div>
	);
}
