import { type Band, bandOf, HIGH_FROM, MODERATE_FROM } from "../bands.ts";

/** The half ring in the app's units, so that the app's own takes its place without a jump. */
const RING = { x: 140, y: 140, radius: 96 };
const GAP = 0.6;

const PARTS: { band: Band; from: number; to: number; colour: string }[] = [
	{
		band: "factual",
		from: 0,
		to: MODERATE_FROM - GAP,
		colour: "stroke-factual",
	},
	{
		band: "moderate",
		from: MODERATE_FROM + GAP,
		to: HIGH_FROM - GAP,
		colour: "stroke-moderate",
	},
	{ band: "high", from: HIGH_FROM + GAP, to: 100, colour: "stroke-high" },
];
const FILLS: Record<Band, string> = {
	factual: "fill-factual",
	moderate: "fill-moderate",
	high: "fill-high",
};

/** The score on a half ring; null where nothing was measured. */
export function gaugeSvg(score: number | null): string {
	const active = score === null ? null : bandOf(score);
	const parts = PARTS.map(({ band, from, to, colour }) => {
		const radius = RING.radius - (band === active ? 0 : 5);
		return `<path d="${arc(radius, from, to)}" class="fill-none ${active === null ? "stroke-line" : colour}" stroke-width="${band === active ? 14 : 4}"/>`;
	});
	const label = score === null ? "No score" : `BS score ${score} of 100`;
	return `<svg viewBox="0 18 280 140" role="img" aria-label="${label}" class="block w-full">${parts.join("")}<text x="${RING.x}" y="${RING.y - 6}" text-anchor="middle" class="text-[56px] font-semibold ${active === null ? "fill-muted" : FILLS[active]}">${score ?? "–"}</text><text x="${RING.x}" y="${RING.y + 13}" text-anchor="middle" class="fill-muted text-[13px]">${score === null ? "no score" : "of 100"}</text></svg>`;
}

function arc(radius: number, from: number, to: number): string {
	const start = point(radius, from);
	const end = point(radius, to);
	return `M${start}A${radius} ${radius} 0 0 1 ${end}`;
}

function point(radius: number, score: number): string {
	const angle = Math.PI * (1 - score / 100);
	const x = RING.x + radius * Math.cos(angle);
	const y = RING.y - radius * Math.sin(angle);
	return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
