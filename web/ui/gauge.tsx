import { useId } from "react";
import { BAND_WORDS, type Band, bandFor } from "#contract/bands.ts";
import {
	BAND_ARCS,
	GAUGE,
	GAUGE_LABELS,
	halfRing,
	intervalPath,
	needlePath,
	spanFor,
	tickPaths,
} from "#contract/gauge.ts";
import {
	type Coverage,
	coverageWords,
	hollowWords,
	type ScoreStanding,
} from "#contract/score-standing.ts";
import { gaugeWords } from "#contract/verdict-words.ts";
import type { Interval } from "#contract/verdicts.ts";
import { BAND_CLASSES } from "./badges.tsx";
import { meterProps } from "./meter.tsx";

const { arc } = halfRing(GAUGE);

type GaugeProps = {
	/** null if there is no score; the gauge then has no mark. */
	score: number | null;
	/** null without a score. */
	confidence: number | null;
	/** Each provider's mean, as ticks on the rim. */
	ticks?: { name: string; score: number }[];
	simulated?: boolean;
	/** Whether the score is the mean so far of a running analysis. */
	provisional?: boolean;
	standing?: ScoreStanding;
	/** Shown if the run asked sources. */
	coverage?: Coverage | undefined;
	/** The line outside the bands. Without an interval, its length depends on the confidence. */
	interval?: Interval | null | undefined;
};

/** The coverage to show. A run without sources has none. */
function shownCoverage({ standing, coverage }: GaugeProps): Coverage {
	const asked = standing === "checked" || standing === "too_little";
	return (asked && coverage) || { checkable: 0, checked: 0 };
}

/**
 * The score on a half ring. A line outside the bands is the uncertainty, each provider is a tick
 * beyond it, and an inner arc shows the share of checked statements. Without a verdict it is
 * unfilled.
 */
export function Gauge(props: GaugeProps) {
	const { score, ticks = [], simulated = false, standing = "panel" } = props;
	const hatch = useId();
	const active = score === null ? null : bandFor(score);
	const coverage = shownCoverage(props);
	const hatched = { className: "fill-none", stroke: `url(#${hatch})` };
	return (
		<div {...meterProps({ label: "BS Score", value: score ?? 0, text: gaugeText(props) })}>
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
				{standing !== "too_little" ? (
					BAND_ARCS.map(({ band, from, to }) => (
						<path
							key={band}
							d={arc(GAUGE.radius - (band === active ? 0 : GAUGE.inset), from, to)}
							{...ringStroke(score === null ? null : band)}
							{...(simulated && band === active && hatched)}
							strokeWidth={band === active ? GAUGE.active_width : GAUGE.width}
						/>
					))
				) : (
					<path
						d={HOLLOW_RING}
						className="fill-none stroke-rule"
						strokeWidth={2}
						strokeLinecap="round"
						strokeDasharray="0.1 5.6"
					/>
				)}
				{coverage.checkable > 0 && <CoverageArc {...coverage} />}
				{GAUGE_LABELS.map(({ value, x, y }) => (
					<text key={value} x={x} y={y} textAnchor="middle" className="fill-muted text-[13px]">
						{value}
					</text>
				))}
				{active && <ProviderTicks ticks={ticks} />}
				{score !== null && <GaugeMark span={spanOf(props)} score={score} />}
				<GaugeNumber {...props} band={active} />
			</svg>
		</div>
	);
}

function ringStroke(band: Band | null) {
	const stroke = band === null ? "stroke-line" : BAND_CLASSES[band].stroke;
	return { className: `fill-none ${stroke}` };
}

const HOLLOW_RING = [-GAUGE.hollow_edge, GAUGE.hollow_edge]
	.map((edge) => arc(GAUGE.radius + edge, 0, 100))
	.join("");

/** The share of the checkable statements that were checked. */
function CoverageArc({ checked, checkable }: Coverage) {
	const share = (100 * checked) / checkable;
	return (
		<g className="fill-none" strokeWidth={GAUGE.coverage_width}>
			<path d={arc(GAUGE.coverage_radius, 0, 100)} className="stroke-line" />
			{share > 0 && <path d={arc(GAUGE.coverage_radius, 0, share)} className="stroke-muted" />}
		</g>
	);
}

/** The text inside the ring. */
function GaugeNumber({
	score,
	band,
	standing = "panel",
	provisional,
	...props
}: GaugeProps & { band: Band | null }) {
	const coverage = shownCoverage({ score, standing, ...props });
	const { number, caption } = gaugeWords({ score, standing, coverage });
	const size = standing === "too_little" ? "text-[30px]" : "text-[56px]";
	return (
		<>
			<text
				x={GAUGE.cx}
				y={GAUGE.cy - GAUGE.number.above}
				textAnchor="middle"
				className={`${size} font-semibold ${band ? BAND_CLASSES[band].fill : "fill-muted"}`}
			>
				{number}
			</text>
			<text
				x={GAUGE.cx}
				y={GAUGE.cy + GAUGE.caption.below}
				textAnchor="middle"
				className="fill-muted text-[13px]"
			>
				{provisional && score !== null ? "so far, of 100" : caption}
			</text>
		</>
	);
}

function spanOf({ score, confidence, interval }: GaugeProps): [number, number] {
	return interval ? [interval.low, interval.high] : spanFor(score ?? 0, confidence ?? 0);
}

/** Ticks that would meet give way; a thin line leads from each to its score. */
function ProviderTicks({ ticks }: { ticks: { name: string; score: number }[] }) {
	const paths = tickPaths(ticks.map(({ score }) => score));
	return ticks.map(({ name }, index) => (
		<g key={name} className="fill-none stroke-ink" data-tick="">
			<path d={paths[index]?.bar} strokeWidth={GAUGE.tick.width} />
			<path d={paths[index]?.lead} />
		</g>
	));
}

function gaugeText(props: GaugeProps): string {
	const { score, ticks = [], standing = "panel", interval } = props;
	const coverage = shownCoverage(props);
	if (score === null) return standing === "too_little" ? hollowWords({ coverage }) : "No score";
	return [
		`${score} of 100, ${BAND_WORDS[bandFor(score)].badge}`,
		...(interval ? [`between ${interval.low} and ${interval.high}`] : []),
		...(coverage.checkable > 0 ? [coverageWords(coverage)] : []),
		...(props.provisional ? ["so far"] : []),
		...ticks.map((tick) => `${tick.name} ${tick.score}`),
		...(props.simulated ? ["simulated"] : []),
	].join(", ");
}

/** The needle at the score, and the line outside the bands. */
function GaugeMark({ score, span }: { score: number; span: [number, number] }) {
	const needle = needlePath(score);
	const { width } = GAUGE.needle;
	return (
		<g className="fill-none *:transition-[d] *:duration-250 *:ease-out">
			<path d={intervalPath(span)} className="stroke-muted" strokeWidth={GAUGE.interval.width} />
			<path d={needle} className="stroke-raised" strokeWidth={2 * width} />
			<path d={needle} className="stroke-ink" strokeWidth={width} strokeLinecap="round" />
		</g>
	);
}
