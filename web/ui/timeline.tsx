import {
	type MouseEvent,
	type ReactNode,
	type RefObject,
	startTransition,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { clockTime, inQuotes } from "#contract/format.ts";
import { BAND_CLASSES, VerdictIcon } from "./badges.tsx";
import { ForeignText } from "./foreign-text.tsx";
import { tenthsClass } from "./meter.tsx";
import { useTakenOver } from "./taken-over.tsx";
import {
	type StackedPlace,
	stackMarks,
	type TimelineGeometry,
	type TimelineMark,
	timelineGeometry,
	timelineLength,
	timelineTicks,
} from "./timeline-layout.ts";

type TimelineProps = {
	/** Seconds; null if unknown. */
	duration: number | null;
	marks: TimelineMark[];
	simulated?: boolean;
	/** Returns the target address of a mark. */
	hrefOf: (id: string) => string;
	onChoose?: ((id: string, event: MouseEvent) => void) | undefined;
	/** The statement that is currently spoken. */
	currentId?: string | null;
	/** The minimum length of the line in seconds, independent of the marks shown. */
	reach?: number;
	/** Shows a mark's text above the scale instead of on a separate line. */
	compact?: boolean;
	/** Shown before the line. */
	lead?: ReactNode;
	/** Drawn under the marks. */
	layers?: (geometry: TimelineGeometry) => ReactNode;
};

/** A timeline of the video with a mark for each statement. */
export function Timeline(props: TimelineProps) {
	const { marks, simulated = false, compact = false, reach = 0 } = props;
	const box = useRef<HTMLDivElement>(null);
	const width = useElementWidth(box, 288);
	const [hovered, setHovered] = useState<string | null>(null);
	const length = timelineLength(props.duration, [...marks, { timestamp: reach }]);
	const geometry = timelineGeometry(length, width);
	const shown = marks.find(({ id }) => id === hovered);
	const leave = () => {
		if (compact) setHovered(null);
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
				<div ref={box} className="@container relative min-w-0 grow">
					{props.layers?.(geometry)}
					<TimelineMarks
						geometry={geometry}
						marks={marks}
						simulated={simulated}
						hovered={hovered}
						currentId={props.currentId ?? null}
						hrefOf={props.hrefOf}
						onChoose={props.onChoose}
						onHover={setHovered}
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

/** The marks on the line, stacked to avoid overlaps. */
function TimelineMarks(
	props: Pick<TimelineProps, "marks" | "hrefOf" | "onChoose"> & {
		geometry: TimelineGeometry;
		simulated: boolean;
		hovered: string | null;
		currentId: string | null;
		onHover: (id: string) => void;
	},
) {
	const { marks, simulated, hovered, currentId } = props;
	const { length } = props.geometry;
	const stacked = useMemo(() => stackMarks(marks, length), [marks, length]);
	const top = {
		narrow: Math.max(0, ...stacked.map(({ narrow }) => narrow.row)),
		wide: Math.max(0, ...stacked.map(({ wide }) => wide.row)),
	};
	return (
		<ol
			className={`pointer-events-none relative lanes lane-height border-b-2 border-ink lane-${top.narrow} wide-lane-${top.wide}`}
		>
			{stacked.map(({ mark, narrow, wide }) => (
				<li
					key={mark.id}
					className={`appear mark-at lanes absolute bottom-0 w-6 ${placeClasses(narrow)} wide-${placeClasses(wide).replaceAll(" ", " wide-")}`}
				>
					<span
						aria-hidden="true"
						className="lane-stem absolute bottom-0 left-1/2 w-px -translate-x-1/2 bg-rule"
					/>
					<a
						href={props.hrefOf(mark.id)}
						draggable={false}
						onClick={(event) => props.onChoose?.(mark.id, event)}
						onPointerEnter={() => props.onHover(mark.id)}
						onFocus={() => props.onHover(mark.id)}
						aria-label={markLabel(mark, simulated)}
						aria-current={mark.id === currentId ? "true" : undefined}
						className="lane-bottom pointer-events-auto absolute left-0 grid size-6 place-items-center rounded-sm hover:bg-line aria-[current]:bg-ground aria-[current]:ring-2 aria-[current]:ring-ink"
					>
						<VerdictIcon
							mark={mark.mark}
							simulated={simulated}
							className={mark.id === hovered ? "size-5" : "size-4"}
						/>
					</a>
				</li>
			))}
		</ol>
	);
}

const placeClasses = ({ percent, row }: StackedPlace) => `${tenthsClass(percent)} lane-${row}`;

function markLabel(mark: TimelineMark, simulated: boolean): string {
	const about = mark.estimated ? "about " : "";
	const how = simulated ? " (simulated)" : "";
	const { band, words } = mark.mark;
	const score = band === null ? "" : `, ${mark.score} of 100`;
	return `${about}${clockTime(mark.timestamp)}, ${words}${score}${how}: ${mark.quote}`;
}

/**
 * The text of the hovered or focused mark in one line. Its link has the same text for screen
 * readers.
 */
function TimelineReadout({
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
				"Choose a mark to read its statement."
			) : (
				<>
					<span className="text-ink">{clockTime(mark.timestamp)}</span> <MarkWords {...mark} />{" "}
					<ForeignText spoken className="font-serif">
						{inQuotes(mark.quote)}
					</ForeignText>
				</>
			)}
		</p>
	);
}

function MarkWords({ mark: { band, words }, score }: TimelineMark) {
	return band === null ? (
		<span className="font-semibold">{words}</span>
	) : (
		<span className={`font-semibold ${BAND_CLASSES[band].text}`}>
			{score} {words}
		</span>
	);
}

/** The labelled times below a timeline. The marks' own texts also contain their times. */
function TimelineScale({ geometry }: { geometry: TimelineGeometry }) {
	const { length, width } = geometry;
	return (
		<div aria-hidden="true" className="pointer-events-none relative h-5 text-xs sm:h-6 text-muted">
			{timelineTicks(length, width).map((at) => (
				<span
					key={at}
					className={`absolute top-0 pt-0.5 sm:pt-1.5 ${at === 0 ? "left-0" : `mark-at flex w-6 justify-center whitespace-nowrap ${tenthsClass((100 * at) / length)}`}`}
				>
					<span
						className={`absolute top-0 h-1.5 w-px bg-rule ${at === 0 ? "left-3" : "left-1/2"}`}
					/>
					{clockTime(at)}
				</span>
			))}
			<span className="absolute top-0 right-0 pt-0.5 sm:pt-1.5">{clockTime(length)}</span>
		</div>
	);
}

/** The element's width in CSS pixels as it changes; `initial` before the first measurement. */
function useElementWidth(ref: RefObject<HTMLElement | null>, initial: number): number {
	const [width, setWidth] = useState(initial);
	const painted = useRef(!useTakenOver());
	useLayoutEffect(() => {
		const element = ref.current;
		if (element === null) return;
		// Measured before the first paint, so that the layout does not shift. What the server sent is
		// painted already, and the observer measures it without delaying the hydration.
		if (!painted.current && element.clientWidth > 0) setWidth(element.clientWidth);
		if (typeof ResizeObserver === "undefined") return;
		const observer = new ResizeObserver(([entry]) => {
			if (entry !== undefined) startTransition(() => setWidth(entry.contentRect.width));
		});
		observer.observe(element);
		return () => observer.disconnect();
	}, [ref]);
	return width;
}
