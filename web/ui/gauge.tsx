import { useId } from "react";
import { BAND_WORDS, type Band, bandFor, HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { BAND_ARCS, GAUGE, halfRing, markSpan } from "#contract/gauge.ts";
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

const { point, arc, line, wedge } = halfRing(GAUGE);

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
	/** The width of the mark. Without an interval, the width depends on the confidence. */
	interval?: Interval | null | undefined;
};

/** The coverage to show. A run without sources has none. */
function shownCoverage({ standing, coverage }: GaugeProps): Coverage {
	const asked = standing === "checked" || standing === "too_little";
	return (asked && coverage) || { checkable: 0, checked: 0 };
}

/**
 * The score on a half ring. The mark's width is the uncertainty, each provider is a tick, and an
 * inner arc shows the share of checked statements. Without a verdict it is unfilled.
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
				{[0, MODERATE_FROM, HIGH_FROM, 100].map((limit) => (
					<ScaleLabel key={limit} value={limit} />
				))}
				{active && ticks.map((tick) => <ProviderTick key={tick.name} score={tick.score} />)}
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
		<g className="fill-none" strokeWidth={4}>
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
				y={GAUGE.cy - 6}
				textAnchor="middle"
				className={`${size} font-semibold ${band ? BAND_CLASSES[band].fill : "fill-muted"}`}
			>
				{number}
			</text>
			<text x={GAUGE.cx} y={GAUGE.cy + 13} textAnchor="middle" className="fill-muted text-[13px]">
				{provisional && score !== null ? "so far, of 100" : caption}
			</text>
		</>
	);
}

function spanOf({ score, confidence, interval }: GaugeProps): [number, number] {
	return interval ? [interval.low, interval.high] : markSpan(score ?? 0, confidence ?? 0);
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
	const { score, confidence, ticks = [], standing = "panel" } = props;
	const { interval } = props;
	const coverage = shownCoverage(props);
	if (score === null) return standing === "too_little" ? hollowWords(coverage) : "No score";
	return [
		`${score} of 100, ${BAND_WORDS[bandFor(score)].badge}`,
		...(interval ? [`between ${interval.low} and ${interval.high}`] : []),
		...(coverage.checkable > 0 ? [coverageWords(coverage)] : []),
		props.provisional ? "so far" : `${confidence} percent confidence`,
		...ticks.map((tick) => `${tick.name} ${tick.score}`),
		...(props.simulated ? ["simulated"] : []),
	].join(", ");
}

/** A line at the score inside a wedge as wide as the uncertainty. */
function GaugeMark({ score, span }: { score: number; span: [number, number] }) {
	const needle = line(GAUGE.radius - 24, GAUGE.radius + 9, score);
	return (
		<g>
			<path
				d={wedge(GAUGE.radius - 20, GAUGE.radius + 7, span)}
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
