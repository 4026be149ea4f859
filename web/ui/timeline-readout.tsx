import { BAND_CLASSES, BAND_WORDS, bandOf } from "./bands.ts";
import { formatClock } from "./format-clock.ts";
import type { TimelineMark } from "./timeline.tsx";

/** The mark under the pointer or the focus in one line; its link says the same to screen readers. */
export function TimelineReadout({
	mark,
	className,
}: {
	mark: TimelineMark | undefined;
	className: string;
}) {
	return (
		<p
			aria-hidden="true"
			className={`truncate text-sm text-muted ${className}`}
			data-testid="timeline-readout"
		>
			{mark === undefined ? (
				"Each mark is a statement. Choose one to read why."
			) : (
				<>
					<span className="text-ink">{formatClock(mark.timestamp)}</span>{" "}
					<span
						className={`font-semibold ${BAND_CLASSES[bandOf(mark.score)].text}`}
					>
						{mark.score} {BAND_WORDS[bandOf(mark.score)].statement}
					</span>{" "}
					<span className="font-serif">“{mark.quote}”</span>
				</>
			)}
		</p>
	);
}
