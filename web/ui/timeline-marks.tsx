import { useMemo } from "react";
import { BandIcon } from "./band-icon.tsx";
import { BAND_WORDS, bandOf } from "./bands.ts";
import { formatClock } from "./format-clock.ts";
import type { TimelineMark, TimelineProps } from "./timeline.tsx";
import {
	MARK_PX,
	placeMarks,
	type TimelineGeometry,
} from "./timeline-layout.ts";

/** The marks on their line, stacked where they would meet. */
export function TimelineMarks(
	props: Pick<TimelineProps, "marks" | "hrefOf" | "onChoose"> & {
		geometry: TimelineGeometry;
		simulated: boolean;
		pointed: string | null;
		currentId: string | null;
		onPoint: (id: string) => void;
	},
) {
	const { marks, simulated, pointed, currentId } = props;
	const { length, width } = props.geometry;
	const placed = useMemo(
		() => placeMarks(marks, length, width),
		[marks, length, width],
	);
	const lanes = Math.max(1, ...placed.map(({ lane }) => lane + 1));
	return (
		<ol
			className="pointer-events-none relative border-b-2 border-ink"
			style={{ height: `${lanes * MARK_PX + 10}px` }}
		>
			{placed.map(({ mark, left, lane }) => (
				<li
					key={mark.id}
					className="appear absolute bottom-0 w-6"
					style={{ left: `${left - MARK_PX / 2}px` }}
				>
					<span
						aria-hidden="true"
						className="absolute bottom-0 left-1/2 w-px -translate-x-1/2 bg-rule"
						style={{ height: `${lane * MARK_PX + 10}px` }}
					/>
					<a
						href={props.hrefOf(mark.id)}
						draggable={false}
						onClick={(event) => props.onChoose?.(mark.id, event)}
						onPointerEnter={() => props.onPoint(mark.id)}
						onFocus={() => props.onPoint(mark.id)}
						aria-label={markLabel(mark, simulated)}
						aria-current={mark.id === currentId ? "true" : undefined}
						className="pointer-events-auto absolute left-0 grid size-6 place-items-center rounded-sm hover:bg-line aria-[current]:bg-ground aria-[current]:ring-2 aria-[current]:ring-ink"
						style={{ bottom: `${lane * MARK_PX + 8}px` }}
					>
						<BandIcon
							band={bandOf(mark.score)}
							simulated={simulated}
							className={mark.id === pointed ? "size-5" : "size-4"}
						/>
					</a>
				</li>
			))}
		</ol>
	);
}

function markLabel(mark: TimelineMark, simulated: boolean): string {
	const about = mark.estimated ? "about " : "";
	const how = simulated ? " (simulated)" : "";
	return `${about}${formatClock(mark.timestamp)}, ${BAND_WORDS[bandOf(mark.score)].statement}, ${mark.score} of 100${how}: ${mark.quote}`;
}
