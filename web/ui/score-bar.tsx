import { BAND_WORDS, bandFor, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
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

/**
 * The gauge as a straight line: the mean as a mark, each provider as a tick. Hidden from screen
 * readers, because the text beside it has the same content.
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
	return (
		<div aria-hidden="true" className="relative h-5 w-full">
			<div className="absolute inset-x-0 top-1/2 h-px bg-rule" data-fill="" />
			{[0, MODERATE_FROM, HIGH_FROM, 100].map((limit) => (
				<span
					key={limit}
					className={`left-at absolute top-1/2 h-2 w-px -translate-y-1/2 bg-rule ${placeClass(limit)}`}
				/>
			))}
			{ticks.map((tick) => (
				<span
					key={tick.name}
					title={`${tick.name} ${tick.score}`}
					className={`left-at absolute top-1/2 size-2 -translate-1/2 rounded-full border-2 border-ink bg-raised ${placeClass(tick.score)}`}
				/>
			))}
			<span
				className={`left-at absolute top-0 h-5 w-2 -translate-x-1/2 border border-current ${text} ${simulated ? "hatched bg-raised" : "bg-current"} ${placeClass(score)}`}
				data-fill=""
			/>
		</div>
	);
}
