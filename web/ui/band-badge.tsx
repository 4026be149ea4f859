import {
	BAND_SHAPES,
	BAND_WORDS,
	type Band,
	bandFor,
} from "#contract/bands.ts";

/** A score as number, word and icon. */
export function BandBadge({
	score,
	simulated = false,
	compact = false,
	of = "badge",
}: {
	score: number;
	/** A single statement has words of its own. */
	of?: "badge" | "statement";
	simulated?: boolean;
	/** Leaves the word to screen readers. */
	compact?: boolean;
}) {
	const band = bandFor(score);
	return (
		<span
			className={`inline-flex items-center gap-1.5 rounded-sm border bg-raised px-1.5 py-0.5 text-xs leading-5 font-semibold whitespace-nowrap ${BAND_CLASSES[band].border} ${BAND_CLASSES[band].text} ${simulated ? "border-dashed" : ""}`}
		>
			<BandIcon band={band} simulated={simulated} className="size-3.5" />
			<span>
				<span className="sr-only">BS Score </span>
				{score}
			</span>
			<span className={compact ? "sr-only" : ""}>{BAND_WORDS[band][of]}</span>
			{simulated && <span className="sr-only">(simulated)</span>}
		</span>
	);
}

/** The band by shape: check in a circle, triangle, cross in an octagon. */
export function BandIcon({
	band,
	simulated = false,
	className = "size-4",
}: {
	band: Band;
	simulated?: boolean;
	className?: string;
}) {
	const { fill, stroke } = BAND_CLASSES[band];
	const { outline, sign } = BAND_SHAPES[band];
	return (
		<svg
			viewBox="-0.5 -0.5 17 17"
			aria-hidden="true"
			data-band={band}
			className={`inline-block shrink-0 ${className}`}
			strokeLinecap="round"
			strokeLinejoin="round"
		>
			<path
				d={outline}
				className={simulated ? `fill-raised ${stroke}` : `${fill} ${stroke}`}
				strokeWidth={1.2}
				strokeDasharray={simulated ? "2.4 1.8" : undefined}
			/>
			<path
				d={sign}
				className={`fill-none ${simulated ? stroke : "stroke-raised"}`}
				strokeWidth={1.9}
			/>
		</svg>
	);
}

/** Whole class names, so that Tailwind finds them. */
export const BAND_CLASSES: Record<
	Band,
	{ text: string; fill: string; stroke: string; bg: string; border: string }
> = {
	factual: {
		text: "text-factual",
		fill: "fill-factual",
		stroke: "stroke-factual",
		bg: "bg-factual",
		border: "border-factual",
	},
	moderate: {
		text: "text-moderate",
		fill: "fill-moderate",
		stroke: "stroke-moderate",
		bg: "bg-moderate",
		border: "border-moderate",
	},
	high: {
		text: "text-high",
		fill: "fill-high",
		stroke: "stroke-high",
		bg: "bg-high",
		border: "border-high",
	},
};
