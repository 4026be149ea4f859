import {
	type KeyboardEvent,
	type MouseEvent,
	type ReactNode,
	type RefObject,
	Suspense,
	startTransition,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "react";
import { clockTime, inQuotes } from "#contract/format.ts";
import { BAND_CLASSES, VerdictIcon } from "./badges.tsx";
import { ForeignText } from "./foreign-text.tsx";
import { lazyComponent } from "./lazy-part.tsx";
import { tenthsClass } from "./meter.tsx";
import { useTakenOver } from "./taken-over.tsx";
import {
	type DrawnMarks,
	MAX_STACKED,
	markLabel,
	type StackedPlace,
	stackMarks,
	type TimelineGeometry,
	type TimelineMark,
	timelineGeometry,
	timelineLength,
	timelineTicks,
} from "./timeline-layout.ts";

const TimelineStrip = lazyComponent(
	async () => (await import("./timeline-strip.tsx")).TimelineStrip,
	"timeline-strip",
);

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

/**
 * A timeline of the video with a mark for each statement. The Tab key reaches one of the marks,
 * arrow keys, Home and End the others.
 */
export function Timeline(props: TimelineProps) {
	const { marks, simulated = false, compact = false, reach = 0 } = props;
	const box = useRef<HTMLDivElement>(null);
	const width = useElementWidth(box, 288);
	const [hovered, setHovered] = useState<string | null>(null);
	const [focused, setFocused] = useState<string | null>(null);
	const length = timelineLength(props.duration, [...marks, { timestamp: reach }]);
	const geometry = timelineGeometry(length, width);
	const currentId = props.currentId ?? null;
	const ordered = useMemo(() => [...marks].sort((a, b) => a.timestamp - b.timestamp), [marks]);
	const named = (wanted: string | null) => ordered.find(({ id }) => id === wanted);
	const stop = named(focused) ?? named(currentId) ?? ordered[0];
	const shown = named(hovered);
	const leave = () => {
		if (compact) setHovered(null);
	};
	const layers = props.layers?.(geometry);
	const scale = <TimelineScale geometry={geometry} />;
	const drawn = {
		...props,
		geometry,
		marks: ordered,
		simulated,
		hovered,
		currentId,
		stopId: stop?.id,
		onHover: setHovered,
	};
	return (
		<nav
			aria-label="Statements along the video"
			className="relative"
			onPointerLeave={leave}
			onBlur={leave}
			onKeyDown={(event) => {
				if (event.key === "Escape") leave();
				moveFocus(event);
			}}
			onFocus={({ target }) => setFocused((last) => target.dataset.mark ?? last)}
		>
			<div className="flex items-end gap-3">
				{props.lead}
				<div ref={box} className="@container relative min-w-0 grow">
					{marks.length <= MAX_STACKED ? (
						<>
							{layers}
							<TimelineMarks {...drawn} />
							{scale}
						</>
					) : (
						<Suspense fallback={<div className="h-17 sm:h-18" />}>
							<TimelineStrip {...drawn} layers={layers} scale={scale} />
						</Suspense>
					)}
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

/** Moves the focus from one mark to another. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
	if (event.altKey || event.ctrlKey || event.metaKey) return;
	const links = [...event.currentTarget.querySelectorAll("a")];
	const at = links.indexOf(event.target as HTMLAnchorElement);
	const steps: Record<string, number> = {
		ArrowLeft: -1,
		ArrowUp: -1,
		ArrowRight: 1,
		ArrowDown: 1,
		Home: -at,
		End: links.length - 1 - at,
	};
	const step = steps[event.key];
	if (at === -1 || step === undefined) return;
	event.preventDefault();
	links[at + step]?.focus({ preventScroll: true });
}

/** The marks on the line, stacked to avoid overlaps. */
function TimelineMarks(props: DrawnMarks) {
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
						data-mark={mark.id}
						tabIndex={mark.id === props.stopId ? 0 : -1}
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
