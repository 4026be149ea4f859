import { BandIcon } from "./band-icon.tsx";
import { BAND_CLASSES, BAND_WORDS, bandOf } from "./bands.ts";

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
