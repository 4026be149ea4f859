import { type MouseEvent, useMemo } from "react";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { statementAnchor } from "#web/paths.ts";
import { Timeline } from "#web/ui/timeline.tsx";
import type { TimelineGeometry } from "#web/ui/timeline-layout.ts";
import { TimelinePlayhead } from "#web/ui/timeline-playhead.tsx";
import { TimelineRange } from "#web/ui/timeline-range.tsx";
import { PlayButton } from "./play-button.tsx";
import { usePlayerState } from "./player-context.ts";
import type { StatementView } from "./statement-view.ts";
import { useStickyRoom } from "./use-sticky-room.ts";

/** The statements along the video, in reach for as long as they are read. */
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
	/** Those that the filters leave. */
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
