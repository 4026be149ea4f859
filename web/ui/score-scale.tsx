import { BAND_CLASSES, bandOf, HIGH_FROM, MODERATE_FROM } from "./bands.ts";

/** The gauge laid flat: the mean as a mark, each provider as a tick. Says nothing to screen readers; the words beside it do. */
export function ScoreScale({
	score,
	ticks,
	simulated,
}: {
	score: number;
	ticks: { name: string; score: number }[];
	simulated: boolean;
}) {
	const { text } = BAND_CLASSES[bandOf(score)];
	return (
		<div aria-hidden="true" className="relative h-5 w-full">
			<div className="absolute inset-x-0 top-1/2 h-px bg-rule" data-fill="" />
			{[0, MODERATE_FROM, HIGH_FROM, 100].map((limit) => (
				<span
					key={limit}
					className="absolute top-1/2 h-2 w-px -translate-y-1/2 bg-rule"
					style={{ left: `${limit}%` }}
				/>
			))}
			{ticks.map((tick) => (
				<span
					key={tick.name}
					title={`${tick.name} ${tick.score}`}
					className="absolute top-1/2 size-2 -translate-1/2 rounded-full border-2 border-ink bg-raised"
					style={{ left: `${tick.score}%` }}
				/>
			))}
			<span
				className={`absolute top-0 h-5 w-2 -translate-x-1/2 border border-current ${text} ${simulated ? "hatched bg-raised" : "bg-current"}`}
				style={{ left: `${score}%` }}
				data-fill=""
			/>
		</div>
	);
}
