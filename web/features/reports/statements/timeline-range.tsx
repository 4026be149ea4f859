import { type PointerEvent, useRef, useState } from "react";
import { type TimelineGeometry, timelineGeometry } from "#web/ui/timeline-layout.ts";

/** A pointer that moved less than this has clicked, not dragged. */
const DRAG_PX = 8;

type TimelinePart = { from: number; to: number };

/**
 * Selects a part of the timeline by dragging, and shows the selection. The range filter's fields
 * do the same without a pointer.
 */
export function TimelineRange({
	geometry,
	from,
	to,
	onChange,
}: {
	geometry: TimelineGeometry;
	/** Whole seconds; null means no limit. */
	from: number | null;
	to: number | null;
	onChange: (part: TimelinePart) => void;
}) {
	const began = useRef<number | null>(null);
	const [dragged, setDragged] = useState<TimelinePart | null>(null);
	const part =
		dragged ??
		(from === null && to === null ? null : { from: from ?? 0, to: to ?? geometry.length });

	function partTo(event: PointerEvent<HTMLElement>): TimelinePart | null {
		const box = event.currentTarget.getBoundingClientRect();
		const at = event.clientX - box.left;
		if (began.current === null) return null;
		if (dragged === null && Math.abs(at - began.current) < DRAG_PX) return null;
		// What is drawn may not have the line's width yet.
		const { secondAt } = timelineGeometry(geometry.length, box.width);
		const ends = [began.current, at].map(secondAt);
		return { from: Math.floor(Math.min(...ends)), to: Math.ceil(Math.max(...ends)) };
	}

	function end(): void {
		began.current = null;
		setDragged(null);
	}

	return (
		<div
			data-testid="timeline-range"
			className="absolute inset-0 cursor-crosshair touch-pan-y"
			onPointerDown={(event) => {
				if (event.button !== 0) return;
				const box = event.currentTarget.getBoundingClientRect();
				began.current = event.clientX - box.left;
				event.currentTarget.setPointerCapture(event.pointerId);
			}}
			onPointerMove={(event) => {
				const next = partTo(event);
				if (next !== null) setDragged(next);
			}}
			onPointerUp={(event) => {
				const chosen = partTo(event);
				end();
				if (chosen !== null) onChange(chosen);
			}}
			onPointerCancel={end}
		>
			{part !== null && (
				<span
					aria-hidden="true"
					className="absolute inset-y-0 border-x-2 border-ink bg-sunken"
					style={{
						left: `${geometry.leftOf(part.from)}px`,
						width: `${Math.max(2, geometry.leftOf(part.to) - geometry.leftOf(part.from))}px`,
					}}
				/>
			)}
		</div>
	);
}
