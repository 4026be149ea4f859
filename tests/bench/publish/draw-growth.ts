import type { Growth } from "../outcome.ts";

/** One small picture for each growth, side by side, as an SVG that is readable in light and dark. */

const COLUMNS = 2;
const CELL = { width: 400, height: 270 };
/** Where the lines are, within a cell. */
const PLOT = { left: 56, top: 48, right: 24, bottom: 44 };
const MARKS = ["a", "b"];

const STYLE = `text { font: 12px system-ui, sans-serif; fill: #1f2933 }
.title { font-weight: 600; font-size: 13px }
.quiet { fill: #52606d }
.grid { stroke: #d9e0e6; stroke-width: 1 }
.a { stroke: #0b5c8a; fill: #0b5c8a } .b { stroke: #a3421c; fill: #a3421c }
text.a, text.b { stroke: none }
path.a, path.b { fill: none; stroke-width: 2 } path.b { stroke-dasharray: 6 4 }
@media (prefers-color-scheme: dark) {
	text { fill: #e6edf3 } .quiet { fill: #a9b6c2 } .grid { stroke: #3a4652 }
	.a { stroke: #6fc3f2; fill: #6fc3f2 } .b { stroke: #f2a27e; fill: #f2a27e }
}`;

export function drawGrowth(growth: Growth[]): string {
	const rows = Math.ceil(growth.length / COLUMNS);
	const [width, height] = [COLUMNS * CELL.width, rows * CELL.height];
	const cells = growth.map((it, at) => {
		const x = (at % COLUMNS) * CELL.width;
		const y = Math.floor(at / COLUMNS) * CELL.height;
		return `<g transform="translate(${x} ${y})">${drawCell(it)}</g>`;
	});
	const told = growth.map(({ title }) => title).join("; ");
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="told">
<title id="told">How cost grows with size: ${escaped(told)}</title>
<style>${STYLE}</style>
${cells.join("\n")}
</svg>
`;
}

function drawCell({ title, x, y, lines }: Growth): string {
	const points = lines.flatMap((line) => line.points);
	const across = scale(
		points.map((it) => it.x),
		PLOT.left,
		CELL.width - PLOT.right,
		false,
	);
	const up = scale(
		points.map((it) => it.y),
		CELL.height - PLOT.bottom,
		PLOT.top,
		true,
	);
	const bottom = CELL.height - PLOT.bottom;
	const grid = up.ticks.map(
		(value) =>
			`<line class="grid" x1="${PLOT.left}" x2="${CELL.width - PLOT.right}" y1="${up.at(value)}" y2="${up.at(value)}"/>${text(PLOT.left - 6, up.at(value) + 4, short(value), "quiet", "end")}`,
	);
	const sizes = [...new Set(points.map((it) => it.x))].map((value) =>
		text(across.at(value), bottom + 16, short(value), "quiet", "middle"),
	);
	return [
		text(PLOT.left, 18, title, "title"),
		text(PLOT.left, 34, `${y}, by ${x}`, "quiet"),
		...grid,
		...sizes,
		...lines.map((line, place) => drawLine(line, place, across, up)),
	].join("\n");
}

type Scale = ReturnType<typeof scale>;

function drawLine(
	{ name, points }: Growth["lines"][number],
	place: number,
	across: Scale,
	up: Scale,
): string {
	const mark = MARKS[place] ?? "a";
	const spots = points.map((it) => [across.at(it.x), up.at(it.y)] as const);
	const path = spots.map((spot) => spot.join(" ")).join(" L ");
	const bottom = CELL.height - PLOT.bottom;
	// Told by word and by dashes, so that no colour need be told from the other.
	const key = text(
		PLOT.left + place * 110,
		bottom + 34,
		`${place === 0 ? "—" : "- -"} ${name}`,
		mark,
	);
	return [
		`<path class="${mark}" d="M ${path}"/>`,
		...spots.map(([cx, cy]) => `<circle class="${mark}" cx="${cx}" cy="${cy}" r="3"/>`),
		key,
	].join("");
}

/** By powers of ten, `whole` ones at its ends; nothing counts as less than `LEAST`. */
const LEAST = 0.1;
function scale(values: number[], from: number, to: number, whole: boolean) {
	const logs = values.map((value) => Math.log10(Math.max(LEAST, value)));
	const least = Math.min(...logs);
	const most = Math.max(...logs);
	const low = whole ? Math.floor(least) : least;
	const high = whole ? Math.max(low + 1, Math.ceil(most)) : most;
	return {
		ticks: Array.from({ length: high - low + 1 }, (_, n) => 10 ** (low + n)),
		at: (value: number) => {
			const share = (Math.log10(Math.max(LEAST, value)) - low) / (high - low || 1);
			return Math.round((from + share * (to - from)) * 10) / 10;
		},
	};
}

function short(value: number): string {
	if (value >= 1_000_000) return `${value / 1_000_000} M`;
	if (value >= 1_000) return `${value / 1_000} k`;
	return String(Number(value.toPrecision(3)));
}

function text(x: number, y: number, content: string, kind: string, anchor = "start"): string {
	return `<text x="${x}" y="${y}" class="${kind}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
	return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
