import { useMemo, useRef, useState } from "react";
import { BandIcon } from "./band-icon.tsx";
import { BAND_CLASSES, BAND_WORDS, bandOf } from "./bands.ts";
import { formatClock } from "./format-clock.ts";
import {
	MARK_PX,
	placeMarks,
	timelineLength,
	timelineTicks,
} from "./timeline-layout.ts";
import { useElementWidth } from "./use-element-width.ts";

export type TimelineMark = {
	id: string;
	/** Seconds into the video. */
	timestamp: number;
	score: number;
	quote: string;
	estimated: boolean;
};

type TimelineProps = {
	duration: number | null;
	marks: TimelineMark[];
	simulated?: boolean;
	/** Where a press on a mark leads. */
	hrefOf: (id: string) => string;
	onChoose?: ((id: string, event: React.MouseEvent) => void) | undefined;
};

/** The video as one line to scale, each statement a mark at its second. */
export function Timeline(props: TimelineProps) {
	const { marks, simulated = false } = props;
	const box = useRef<HTMLDivElement>(null);
	const width = useElementWidth(box, 640);
	const [pointed, setPointed] = useState<string | null>(null);
	const length = timelineLength(props.duration, marks);
	const placed = useMemo(
		() => placeMarks(marks, length, width),
		[marks, length, width],
	);
	const lanes = Math.max(1, ...placed.map(({ lane }) => lane + 1));
	const shown = marks.find(({ id }) => id === pointed);
	return (
		<nav aria-label="Statements along the video">
			<div ref={box} className="relative">
				<ol
					className="relative border-b-2 border-ink"
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
								onClick={(event) => props.onChoose?.(mark.id, event)}
								onPointerEnter={() => setPointed(mark.id)}
								onFocus={() => setPointed(mark.id)}
								aria-label={markLabel(mark, simulated)}
								className="absolute left-0 grid size-6 place-items-center rounded-sm hover:bg-line"
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
				<TimelineScale length={length} width={width} />
			</div>
			<p
				aria-hidden="true"
				className="mt-1 truncate text-sm text-muted"
				data-testid="timeline-readout"
			>
				{shown === undefined ? (
					"Each mark is a statement. Choose one to read why."
				) : (
					<>
						<span className="text-ink">{formatClock(shown.timestamp)}</span>{" "}
						<span
							className={`font-semibold ${BAND_CLASSES[bandOf(shown.score)].text}`}
						>
							{shown.score} {BAND_WORDS[bandOf(shown.score)].statement}
						</span>{" "}
						<span className="font-serif">“{shown.quote}”</span>
					</>
				)}
			</p>
		</nav>
	);
}

function TimelineScale({ length, width }: { length: number; width: number }) {
	return (
		<div aria-hidden="true" className="relative h-6 text-xs text-muted">
			{timelineTicks(length, width).map((at) => (
				<span
					key={at}
					className={`absolute top-0 pt-1.5 ${at === 0 ? "" : "-translate-x-1/2"}`}
					style={{
						left:
							at === 0
								? 0
								: `${MARK_PX / 2 + (at / length) * (width - MARK_PX)}px`,
					}}
				>
					<span
						className={`absolute top-0 h-1.5 w-px bg-rule ${at === 0 ? "left-3" : "left-1/2"}`}
					/>
					{formatClock(at)}
				</span>
			))}
			<span className="absolute top-0 right-0 pt-1.5">
				{formatClock(length)}
			</span>
		</div>
	);
}

function markLabel(mark: TimelineMark, simulated: boolean): string {
	const about = mark.estimated ? "about " : "";
	const how = simulated ? " (simulated)" : "";
	return `${about}${formatClock(mark.timestamp)}, ${BAND_WORDS[bandOf(mark.score)].statement}, ${mark.score} of 100${how}: ${mark.quote}`;
}
