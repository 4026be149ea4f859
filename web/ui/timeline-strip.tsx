import { type MouseEvent, type ReactNode, useRef } from "react";
import type { Band } from "#contract/bands.ts";
import { BAND_CLASSES } from "./badges.tsx";
import { tenthsClass } from "./meter.tsx";
import {
	type DrawnMarks,
	markLabel,
	type TimelineGeometry,
	type TimelineMark,
	timelineGeometry,
} from "./timeline-layout.ts";

/** Height says what colour says. Complete class names, so that Tailwind finds them. */
const HEIGHTS: Record<Band, string> = { factual: "h-4", moderate: "h-7", high: "h-11" };

/** A pointer that moved further has dragged. */
const PRESS_PX = 8;

/**
 * The marks of a long report as bars: the higher, the more is false. They are too narrow to be
 * pressed one by one, so a press chooses the one that is nearest.
 */
export function TimelineStrip({
	geometry,
	marks,
	simulated,
	hovered,
	currentId,
	stopId,
	hrefOf,
	onChoose,
	onHover,
	layers,
	scale,
}: DrawnMarks & {
	/** Drawn under the bars. */
	layers: ReactNode;
	/** The times under the line. */
	scale: ReactNode;
}) {
	const pressed = useRef(0);

	function markAt({ clientX, currentTarget }: MouseEvent): TimelineMark | undefined {
		const box = currentTarget.getBoundingClientRect();
		// What is drawn may not have the line's width yet.
		const { leftOf } = timelineGeometry(geometry.length, box.width);
		const away = ({ timestamp }: TimelineMark) =>
			Math.abs(leftOf(timestamp) - (clientX - box.left));
		return [...marks].sort((a, b) => away(a) - away(b))[0];
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the links in it do the same by keyboard.
		// biome-ignore lint/a11y/useKeyWithClickEvents: the links in it do the same by keyboard.
		<div
			className="relative cursor-pointer"
			data-testid="timeline-strip"
			onPointerDown={(event) => {
				pressed.current = event.clientX;
			}}
			onPointerMove={(event) => {
				const mark = markAt(event);
				if (mark !== undefined) onHover(mark.id);
			}}
			onClick={(event) => {
				const of_link = event.target instanceof Element && event.target.closest("a") !== null;
				if (of_link || Math.abs(event.clientX - pressed.current) >= PRESS_PX) return;
				const mark = markAt(event);
				if (mark !== undefined) onChoose?.(mark.id, event);
			}}
		>
			{layers}
			<div className="pointer-events-none relative h-12 border-b-2 border-ink">
				{marks.map((mark) => (
					<a
						key={mark.id}
						href={hrefOf(mark.id)}
						draggable={false}
						data-mark={mark.id}
						tabIndex={mark.id === stopId ? 0 : -1}
						onClick={(event) => onChoose?.(mark.id, event)}
						onFocus={() => onHover(mark.id)}
						aria-label={markLabel(mark, simulated)}
						aria-current={mark.id === currentId ? "true" : undefined}
						className={`strip-bar mark-at ${placeOf(mark, geometry)}`}
					>
						<span className={barLook(mark.mark.band, { simulated, wide: mark.id === hovered })} />
					</a>
				))}
			</div>
			{scale}
		</div>
	);
}

const placeOf = ({ timestamp }: TimelineMark, { length }: TimelineGeometry) =>
	tenthsClass((100 * Math.min(length, timestamp)) / length);

function barLook(band: Band | null, { simulated, wide }: { simulated: boolean; wide: boolean }) {
	const width = wide ? "border-l-[7px]" : "border-l-3";
	if (band === null) return `${width} h-2 border-dotted border-muted`;
	return `${width} ${HEIGHTS[band]} ${BAND_CLASSES[band].border} ${simulated ? "border-dashed" : ""}`;
}
