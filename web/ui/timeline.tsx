import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import type { TimelineGeometry } from "./timeline-layout.ts";
import { timelineGeometry, timelineLength } from "./timeline-layout.ts";
import { TimelineMarks } from "./timeline-marks.tsx";
import { TimelineReadout } from "./timeline-readout.tsx";
import { TimelineScale } from "./timeline-scale.tsx";
import { useElementWidth } from "./use-element-width.ts";

export type TimelineMark = {
	id: string;
	/** Seconds into the video. */
	timestamp: number;
	score: number;
	quote: string;
	estimated: boolean;
};

export type TimelineProps = {
	/** Seconds; null where it is not known. */
	duration: number | null;
	marks: TimelineMark[];
	simulated?: boolean;
	/** Where a press on a mark leads. */
	hrefOf: (id: string) => string;
	onChoose?: ((id: string, event: MouseEvent) => void) | undefined;
	/** The statement that is being said. */
	currentId?: string | null;
	/** Seconds that the line must reach, whatever marks are shown. */
	reach?: number;
	/** Takes no line of its own for the words of a mark: they cover the scale. */
	compact?: boolean;
	/** Stands before the line. */
	lead?: ReactNode;
	/** Lies under the marks. */
	layers?: (geometry: TimelineGeometry) => ReactNode;
};

/** The video as one line to scale, each statement a mark at its second. */
export function Timeline(props: TimelineProps) {
	const { marks, simulated = false, compact = false, reach = 0 } = props;
	const box = useRef<HTMLDivElement>(null);
	const width = useElementWidth(box, 640);
	const [pointed, setPointed] = useState<string | null>(null);
	const length = timelineLength(props.duration, [
		...marks,
		{ timestamp: reach },
	]);
	const geometry = timelineGeometry(length, width);
	const shown = marks.find(({ id }) => id === pointed);
	const leave = () => {
		if (compact) setPointed(null);
	};
	return (
		<nav
			aria-label="Statements along the video"
			className="relative"
			onPointerLeave={leave}
			onBlur={leave}
			onKeyDown={(event) => {
				if (event.key === "Escape") leave();
			}}
		>
			<div className="flex items-end gap-3">
				{props.lead}
				<div ref={box} className="relative min-w-0 grow">
					{props.layers?.(geometry)}
					<TimelineMarks
						geometry={geometry}
						marks={marks}
						simulated={simulated}
						pointed={pointed}
						currentId={props.currentId ?? null}
						hrefOf={props.hrefOf}
						onChoose={props.onChoose}
						onPoint={setPointed}
					/>
					<TimelineScale geometry={geometry} />
					{compact && shown !== undefined && (
						<TimelineReadout
							mark={shown}
							className="pointer-events-none absolute inset-x-0 bottom-0 bg-ground leading-6"
						/>
					)}
				</div>
			</div>
			{!compact && <TimelineReadout mark={shown} className="mt-1" />}
		</nav>
	);
}
