import type { ReactNode } from "react";
import {
	BAND_ARCS,
	GAUGE,
	halfRing,
	intervalPath,
	needlePath,
	tickPaths,
} from "#contract/gauge.ts";

/** The frame of a step's drawing. */
function Drawing({ viewBox, children }: { viewBox: string; children: ReactNode }) {
	return (
		<svg
			viewBox={viewBox}
			aria-hidden="true"
			className="h-28 w-full border border-line bg-raised"
			fill="none"
		>
			{children}
		</svg>
	);
}

/** A sheet of paper, or a field. */
const SHEET = { className: "fill-ground stroke-ink", strokeWidth: 1.5 };
/** Lines of text, and the highlighted ones. */
const LINES = { className: "stroke-rule", strokeWidth: 5 };
const MARKED_LINES = { className: "stroke-ink", strokeWidth: 5 };

/** Lines of a transcript, each with its time. */
export function CueDrawing() {
	const cues: [string, number][] = [
		["0:41", 168],
		["0:44", 196],
		["0:48", 140],
		["0:51", 182],
	];
	return (
		<Drawing viewBox="0 0 280 112">
			{cues.map(([time, length], row) => (
				<g key={time} transform={`translate(24 ${24 + row * 22})`}>
					<text className="fill-muted text-[12px]" y={4}>
						{time}
					</text>
					<path d={`M40 0h${length}`} {...LINES} />
				</g>
			))}
		</Drawing>
	);
}

/** One of the lines, quoted. */
export function QuoteDrawing() {
	return (
		<Drawing viewBox="0 0 280 112">
			<path d="M24 22h232M24 92h180" className="stroke-line" strokeWidth={5} />
			<path d="M14.5 40.5h251v34h-251z" {...SHEET} />
			<text className="fill-ink font-serif text-[34px]" x={22} y={74}>
				“
			</text>
			<path d="M46 52h196M46 64h120" {...MARKED_LINES} />
		</Drawing>
	);
}

const { arc } = halfRing(GAUGE);

/** Three ticks, a line for the uncertainty and the needle on the ring. */
export function GaugeDrawing() {
	return (
		<Drawing viewBox="0 12 280 136">
			{BAND_ARCS.map(({ band, from, to }) => (
				<path
					key={band}
					d={arc(GAUGE.radius, from, to)}
					className="stroke-rule"
					strokeWidth={band === "moderate" ? GAUGE.active_width : 5}
				/>
			))}
			<path d={intervalPath([51, 65])} className="stroke-muted" strokeWidth={2} />
			<path d={needlePath(58)} className="stroke-ink" strokeWidth={3} />
			{tickPaths([47, 58, 69]).map(({ bar, lead }) => (
				<g key={bar} className="stroke-ink">
					<path d={bar} strokeWidth={GAUGE.tick.width} />
					<path d={lead} />
				</g>
			))}
		</Drawing>
	);
}

/** The field with a link in it, and its button. */
export function LinkDrawing() {
	return (
		<Drawing viewBox="0 0 280 112">
			<path d="M24.5 38.5h232v35h-232z" {...SHEET} />
			<path d="M186.5 38.5h70v35h-70z" className="fill-ink" />
			<path d="M38 56h126" {...LINES} />
			<path
				d="m214 50 7 6-7 6"
				className="stroke-ground"
				strokeWidth={2.5}
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
		</Drawing>
	);
}

/** A page with one passage marked, and a check mark for each time that it was checked. */
export function PageDrawing({ checks = 1 }: { checks?: 1 | 2 }) {
	return (
		<Drawing viewBox="0 0 280 112">
			<path d="M64.5 10.5h151v110h-151z" {...SHEET} />
			<path d="M80 28h84M80 44h120M80 92h104" {...LINES} />
			<path d="M74 55h132v28H74z" className="fill-line" />
			<path d="M80 63h118M80 75h70" {...MARKED_LINES} />
			<path
				d={checks === 1 ? "m226 68 7 7 14-15" : "m226 56 7 7 14-15M226 80l7 7 14-15"}
				className="stroke-ink"
				strokeWidth={3}
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
		</Drawing>
	);
}

/** Three scales, one per model, each with a different rating. */
export function RatingsDrawing() {
	return (
		<Drawing viewBox="0 0 280 112">
			{[92, 128, 166].map((at, row) => (
				<g key={at} transform={`translate(0 ${28 + row * 28})`}>
					<path
						d="M24.5-5v10M94-4v8M186-4v8M255.5-5v10M24 0h232"
						className="stroke-rule"
						strokeWidth={1.5}
					/>
					<circle cx={at} cy={0} r={6} className="fill-raised stroke-ink" strokeWidth={2.5} />
				</g>
			))}
		</Drawing>
	);
}
