import type { TimelineGeometry } from "./timeline-layout.ts";

/** Where the video stands. */
export function TimelinePlayhead({
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
