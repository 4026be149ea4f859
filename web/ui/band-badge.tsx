import { BAND_CLASSES, BAND_WORDS, type Band, bandOf } from "./bands.ts";

/** A score as number, word and shape. */
export function BandBadge({
	score,
	simulated = false,
	compact = false,
}: {
	score: number;
	simulated?: boolean;
	/** Leaves the word to screen readers. */
	compact?: boolean;
}) {
	const band = bandOf(score);
	return (
		<span
			className={`inline-flex items-center gap-1.5 rounded-sm border bg-raised px-1.5 py-0.5 text-xs leading-5 font-semibold whitespace-nowrap ${BAND_CLASSES[band].border} ${BAND_CLASSES[band].text} ${simulated ? "border-dashed" : ""}`}
		>
			<BandIcon band={band} simulated={simulated} className="size-3.5" />
			<span>
				<span className="sr-only">BS Score </span>
				{score}
			</span>
			<span className={compact ? "sr-only" : ""}>{BAND_WORDS[band].badge}</span>
			{simulated && <span className="sr-only">(simulated)</span>}
		</span>
	);
}

const OUTLINES: Record<Band, string> = {
	factual: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Z",
	moderate: "M8 1.2 15.5 14.5H.5Z",
	high: "M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z",
};

const SIGNS: Record<Band, string> = {
	factual: "m4.8 8.3 2.2 2.2 4.2-4.6",
	moderate: "M8 6.2v3.6M8 11.9v.2",
	high: "m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8",
};

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
				d={OUTLINES[band]}
				className={simulated ? `fill-raised ${stroke}` : `${fill} ${stroke}`}
				strokeWidth={1.2}
				strokeDasharray={simulated ? "2.4 1.8" : undefined}
			/>
			<path
				d={SIGNS[band]}
				className={`fill-none ${simulated ? stroke : "stroke-raised"}`}
				strokeWidth={1.9}
			/>
		</svg>
	);
}
