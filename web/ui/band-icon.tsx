import { BAND_CLASSES, type Band } from "./bands.ts";

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
