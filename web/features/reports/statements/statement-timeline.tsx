import { type MouseEvent, type RefCallback, useCallback, useMemo } from "react";
import { statementAnchor } from "#contract/addresses.ts";
import { clockTime } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Timeline } from "#web/ui/timeline.tsx";
import type { TimelineGeometry } from "#web/ui/timeline-layout.ts";
import { usePlayer, usePlayerState } from "../player/player-context.ts";
import type { StatementView } from "./statement-view.ts";
import { TimelineRange } from "./timeline-range.tsx";

/** The statements along the video; it sticks while they are read. */
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
	/** The statements that the filters leave. */
	shown: readonly Statement[];
	view: StatementView;
	activeId: string | null;
	onOpen: (id: string, event: MouseEvent) => void;
	onChange: (change: Partial<StatementView>) => void;
}) {
	const bar = useStickyRoom();
	const marks = useMemo(() => shown.map(timelineMark), [shown]);
	return (
		<div
			ref={bar}
			className="z-10 -mx-2 border-b border-line bg-ground px-2 pt-2 pb-1 [@media(min-height:37rem)]:sticky [@media(min-height:37rem)]:top-16"
			data-print="no"
		>
			<Timeline
				compact
				duration={video.duration}
				simulated={video.simulated}
				marks={marks}
				reach={Math.max(0, ...statements.map(({ timestamp }) => timestamp))}
				currentId={activeId}
				hrefOf={(id) => `#${statementAnchor(id)}`}
				onChoose={onOpen}
				lead={<PlayButton />}
				layers={(geometry) => (
					<>
						<TimelineRange
							geometry={geometry}
							from={view.from}
							to={view.to}
							onChange={onChange}
						/>
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

function timelineMark(statement: Statement) {
	return {
		id: statement.id,
		timestamp: statement.timestamp,
		score: statement.ai_score,
		quote: statement.quote || statement.content,
		estimated: statement.timestamp_source === "estimated",
	};
}

/** Plays and pauses from anywhere on the page. */
function PlayButton() {
	const player = usePlayer();
	const playing = usePlayerState((state) => state.playing);
	const idle_at = usePlayerState(({ phase, time }) =>
		phase === "idle" && time !== null ? time : 0,
	);
	const usable = usePlayerState(
		({ phase }) => phase !== "silent" && phase !== "refused",
	);
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
function TimelinePlayhead({
	geometry,
	second,
}: {
	geometry: TimelineGeometry;
	second: number;
}) {
	return (
		<span
			aria-hidden="true"
			data-testid="playhead"
			className="pointer-events-none absolute top-0 bottom-6 left-0 w-0 border-l-2 border-ink transition-transform duration-250 ease-linear"
			style={{ transform: `translateX(${geometry.leftOf(second) - 1}px)` }}
		>
			<span className="absolute -bottom-1.5 left-[-7px] size-3 rotate-45 bg-ink" />
		</span>
	);
}

/** The gap below the page's sticky header. */
const HEADER_PX = 64;
const AIR_PX = 16;

/**
 * Keeps everything that is scrolled to, or takes the focus, clear of a bar that sticks under the
 * page's header: the document's scroll padding follows the bar's height.
 */
function useStickyRoom(): RefCallback<HTMLElement> {
	return useCallback((bar: HTMLElement | null) => {
		if (bar === null || typeof ResizeObserver === "undefined") return;
		const { style } = document.documentElement;
		const measure = () => {
			const sticks = getComputedStyle(bar).position === "sticky";
			const room = HEADER_PX + AIR_PX + (sticks ? bar.offsetHeight : 0);
			style.scrollPaddingTop = `${room}px`;
		};
		// The observer reports once by itself after layout; measuring here would lay out the page
		// twice.
		const observer = new ResizeObserver(measure);
		observer.observe(bar);
		return () => {
			observer.disconnect();
			style.scrollPaddingTop = "";
		};
	}, []);
}
