import { useId } from "react";
import {
	BAND_WORDS,
	bandFor,
	HIGH_FROM,
	MODERATE_FROM,
} from "#contract/bands.ts";
import { BAND_ARCS, GAUGE, halfRing, markSpan } from "#contract/gauge.ts";
import { BAND_CLASSES } from "./band-badge.tsx";
import { meterProps } from "./meter.tsx";

const { point, arc, line, wedge } = halfRing(GAUGE);

type GaugeProps = {
	/** null: nothing was measured, so there is no mark. */
	score: number | null;
	confidence: number;
	/** Each provider's mean, as ticks on the rim. */
	ticks?: { name: string; score: number }[];
	simulated?: boolean;
	/** While a run is on: the mean so far. */
	provisional?: boolean;
};

/** The score on a half ring: the mark's width is the uncertainty, and each provider is a tick. */
export function Gauge(props: GaugeProps) {
	const { score, ticks = [], simulated = false } = props;
	const hatch = useId();
	const active = score === null ? null : bandFor(score);
	return (
		<div
			{...meterProps({
				label: "BS Score",
				value: score ?? 0,
				text: gaugeText(props),
			})}
		>
			<svg viewBox={GAUGE.viewBox} aria-hidden="true" className="block w-full">
				<defs>
					<pattern
						id={hatch}
						width="5"
						height="5"
						patternUnits="userSpaceOnUse"
						patternTransform="rotate(45)"
					>
						<path
							d="M0 0V5"
							className={active ? BAND_CLASSES[active].stroke : ""}
							strokeWidth={4}
						/>
					</pattern>
				</defs>
				{BAND_ARCS.map(({ band, from, to }) => (
					<path
						key={band}
						d={arc(
							GAUGE.radius - (band === active ? 0 : GAUGE.inset),
							from,
							to,
						)}
						className={`fill-none ${score === null ? "stroke-line" : BAND_CLASSES[band].stroke}`}
						style={
							band === active && simulated
								? { stroke: `url(#${hatch})` }
								: undefined
						}
						strokeWidth={band === active ? GAUGE.active_width : GAUGE.width}
					/>
				))}
				{[0, MODERATE_FROM, HIGH_FROM, 100].map((limit) => (
					<ScaleLabel key={limit} value={limit} />
				))}
				{ticks.map((tick) => (
					<ProviderTick key={tick.name} score={tick.score} />
				))}
				{score !== null && (
					<GaugeMark score={score} confidence={props.confidence} />
				)}
				<text
					x={GAUGE.cx}
					y={GAUGE.cy - 6}
					textAnchor="middle"
					className={`text-[56px] font-semibold ${active ? BAND_CLASSES[active].fill : "fill-muted"}`}
				>
					{score ?? "–"}
				</text>
				<text
					x={GAUGE.cx}
					y={GAUGE.cy + 13}
					textAnchor="middle"
					className="fill-muted text-[13px]"
				>
					{score === null
						? "no score"
						: props.provisional
							? "so far, of 100"
							: "of 100"}
				</text>
			</svg>
		</div>
	);
}

function ScaleLabel({ value }: { value: number }) {
	const at = point(GAUGE.radius + 26, value);
	const anchor = value === 0 || value === 100;
	return (
		<text
			x={anchor ? point(GAUGE.radius, value).x : at.x}
			y={anchor ? GAUGE.cy + 16 : at.y + 4}
			textAnchor="middle"
			className="fill-muted text-[13px]"
		>
			{value}
		</text>
	);
}

function ProviderTick({ score }: { score: number }) {
	const outer = point(GAUGE.radius + 17, score);
	return (
		<g className="fill-raised stroke-ink" strokeWidth={2}>
			<path d={line(GAUGE.radius + 10, GAUGE.radius + 17, score)} />
			<circle cx={outer.x} cy={outer.y} r={2.6} />
		</g>
	);
}

function gaugeText(props: GaugeProps): string {
	const { score, confidence, ticks = [] } = props;
	if (score === null) return "No score";
	return [
		`${score} of 100, ${BAND_WORDS[bandFor(score)].badge}`,
		props.provisional ? "so far" : `${confidence} percent confidence`,
		...ticks.map((tick) => `${tick.name} ${tick.score}`),
		...(props.simulated ? ["simulated"] : []),
	].join(", ");
}

/** A line at the score inside a wedge as wide as the uncertainty. */
function GaugeMark({
	score,
	confidence,
}: {
	score: number;
	confidence: number;
}) {
	const needle = line(GAUGE.radius - 24, GAUGE.radius + 9, score);
	return (
		<g>
			<path
				d={wedge(
					GAUGE.radius - 20,
					GAUGE.radius + 7,
					markSpan(score, confidence),
				)}
				className="fill-ink/25 stroke-rule transition-[d] duration-250 ease-out"
			/>
			<path
				d={needle}
				className="stroke-raised transition-[d] duration-250 ease-out"
				strokeWidth={6}
			/>
			<path
				d={needle}
				className="stroke-ink transition-[d] duration-250 ease-out"
				strokeWidth={3}
				strokeLinecap="round"
			/>
		</g>
	);
}
