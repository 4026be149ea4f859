import { formatClock } from "./format-clock.ts";
import { type TimelineGeometry, timelineTicks } from "./timeline-layout.ts";

/** The labelled times under a timeline; the marks say theirs in words. */
export function TimelineScale({ geometry }: { geometry: TimelineGeometry }) {
	const { length, width, leftOf } = geometry;
	return (
		<div
			aria-hidden="true"
			className="pointer-events-none relative h-6 text-xs text-muted"
		>
			{timelineTicks(length, width).map((at) => (
				<span
					key={at}
					className={`absolute top-0 pt-1.5 ${at === 0 ? "" : "-translate-x-1/2"}`}
					style={{ left: at === 0 ? 0 : `${leftOf(at)}px` }}
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
