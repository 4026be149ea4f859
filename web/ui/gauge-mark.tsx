import { GAUGE, gaugePoint, gaugeWedge, markSpan } from "./gauge-geometry.ts";

/** The mark: a line at the score inside a wedge as wide as the doubt. */
export function GaugeMark({
	score,
	confidence,
}: {
	score: number;
	confidence: number;
}) {
	const inner = gaugePoint(GAUGE.radius - 24, score);
	const outer = gaugePoint(GAUGE.radius + 9, score);
	return (
		<g>
			<path
				d={gaugeWedge(
					GAUGE.radius - 20,
					GAUGE.radius + 7,
					markSpan(score, confidence),
				)}
				className="fill-ink/25 stroke-rule transition-[d] duration-250 ease-out"
			/>
			<path
				d={`M${inner.x} ${inner.y}L${outer.x} ${outer.y}`}
				className="stroke-raised transition-[d] duration-250 ease-out"
				strokeWidth={6}
			/>
			<path
				d={`M${inner.x} ${inner.y}L${outer.x} ${outer.y}`}
				className="stroke-ink transition-[d] duration-250 ease-out"
				strokeWidth={3}
				strokeLinecap="round"
			/>
		</g>
	);
}
