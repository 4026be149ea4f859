import { type MouseEvent, type RefCallback, Suspense, useCallback, useMemo } from "react";
import { statementAnchor } from "#contract/addresses.ts";
import { clockTime } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { Timeline } from "#web/ui/timeline.tsx";
import { hasTime, type TimelineGeometry, timelineMarks } from "#web/ui/timeline-layout.ts";
import { usePlayer, usePlayerState } from "../player/player-context.ts";
import type { StatementView } from "./statement-view.ts";

const TimelineRange = lazyComponent(
	async () => (await import("./timeline-range.tsx")).TimelineRange,
	"timeline-range",
);

/** The statements on a timeline, which stays visible while they are scrolled. */
export function StatementTimeline({
	video,
	statements,
	shown,
	view,
	activeId,
	onOpen,
	onChange,
}: {
	video: Video;
	statements: readonly Statement[];
	/** The statements that match the filters. */
	shown: readonly Statement[];
	view: StatementView;
	activeId: string | null;
	onOpen: (id: string, event: MouseEvent) => void;
	onChange: (change: Partial<StatementView>) => void;
}) {
	const bar = useScrollPadding();
	const marks = useMemo(() => timelineMarks(shown), [shown]);
	const timed = statements.filter(hasTime);
	return (
		<div
			ref={bar}
			className="z-10 -mx-2 border-b border-line bg-ground px-2 pt-1 sm:pt-2 sm:pb-1 [@media(min-height:37rem)]:sticky [@media(min-height:37rem)]:top-[calc(var(--header)+var(--notice))]"
			data-print="no"
		>
			<Timeline
				compact
				duration={video.duration}
				simulated={video.simulated}
				marks={marks}
				reach={Math.max(0, ...timed.map(({ timestamp }) => timestamp))}
				currentId={activeId}
				hrefOf={(id) => `#${statementAnchor(id)}`}
				onChoose={onOpen}
				lead={<PlayButton />}
				layers={(geometry) => (
					<>
						<Suspense fallback={null}>
							<TimelineRange
								geometry={geometry}
								from={view.from}
								to={view.to}
								onChange={onChange}
							/>
						</Suspense>
						<Playhead geometry={geometry} />
					</>
				)}
			/>
		</div>
	);
}

function Playhead({ geometry }: { geometry: TimelineGeometry }) {
	const time = usePlayerState((state) => state.time);
	if (time === null) return null;
	return <TimelinePlayhead geometry={geometry} second={time} />;
}

/** Plays and pauses the video. */
function PlayButton() {
	const player = usePlayer();
	const playing = usePlayerState((state) => state.playing);
	const idle_at = usePlayerState(({ phase, time }) =>
		phase === "idle" && time !== null ? time : 0,
	);
	const usable = usePlayerState(({ phase }) => phase !== "no_answer" && phase !== "blocked");
	if (!player.playable || !usable) return null;
	const from = idle_at > 0 ? ` from ${clockTime(idle_at)}` : "";
	return (
		<button
			type="button"
			aria-label={playing ? "Pause the video" : `Play the video${from}`}
			onClick={() => player.toggle()}
			className="grid size-11 shrink-0 place-items-center rounded-md border border-rule bg-raised hover:border-ink"
		>
			<Icon name={playing ? "pause" : "play"} />
		</button>
	);
}

/** The video's position. */
function TimelinePlayhead({ geometry, second }: { geometry: TimelineGeometry; second: number }) {
	return (
		<span
			aria-hidden="true"
			data-testid="playhead"
			className="pointer-events-none absolute top-0 bottom-5 left-0 sm:bottom-6 w-0 border-l-2 border-ink transition-transform duration-250 ease-linear"
			style={{ transform: `translateX(${geometry.leftOf(second) - 1}px)` }}
		>
			<span className="absolute -bottom-1.5 left-[-7px] size-3 rotate-45 bg-ink" />
		</span>
	);
}

/** The gap below what sticks. */
const GAP_PX = 16;

/**
 * Keeps scroll targets and focused elements clear of the bar that sticks below the page's header:
 * the document's scroll padding follows the bar's height.
 */
function useScrollPadding(): RefCallback<HTMLElement> {
	return useCallback((bar: HTMLElement | null) => {
		if (bar === null || typeof ResizeObserver === "undefined") return;
		const { style } = document.documentElement;
		const measure = () => {
			const sticks = getComputedStyle(bar).position === "sticky";
			const padding = GAP_PX + (sticks ? bar.offsetHeight : 0);
			style.scrollPaddingTop = `calc(var(--header) + var(--notice) + ${padding}px)`;
		};
		// The observer reports once after layout by itself. Measuring here would force a second
		// layout.
		const observer = new ResizeObserver(measure);
		observer.observe(bar);
		return () => {
			observer.disconnect();
			style.scrollPaddingTop = "";
		};
	}, []);
}
