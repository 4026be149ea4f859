import { OPS } from "unpdf/pdfjs";
import {
	apply,
	type Box,
	boxOf,
	IDENTITY,
	intersection,
	isInside,
	type Matrix,
	multiply,
	type Point,
} from "./geometry.ts";
import { type Area, addArea, type Ink, isSeen } from "./painted-areas.ts";
import { cleanGlyph, isRightToLeft } from "./reading-direction.ts";

/** Glyphs that stand together, in the order in which the document shows them. */
export type Piece = {
	text: string;
	/** Along the line, in points. */
	start: number;
	end: number;
	/** Across the lines, in points; grows from line to line. */
	baseline: number;
	size: number;
	/** The direction of the line, in degrees. */
	angle: number;
	/** Whether the document itself has a space before it. */
	spaced: boolean;
};

type VerticalMetric = readonly [advance: number, x: number, y: number];
type Glyph = { unicode: string; width: number; isSpace: boolean; vmetric?: VerticalMetric | null };

/** What the library knows of a font. */
export type Font = {
	vertical?: boolean;
	fontMatrix?: readonly number[];
	defaultVMetrics?: VerticalMetric;
};

/** What the library calls an operator list. */
type Operators = { fnArray: readonly number[]; argsArray: readonly unknown[] };

export type PageParts = {
	operators: Operators;
	/** What is seen of the page. */
	view: Box;
	fontOf: (name: string) => Font;
	isLayerShown: (layer: unknown) => boolean;
};

type State = {
	matrix: Matrix;
	clip: Box;
	fill: string | null;
	stroke: string | null;
	opacity: number;
	blends: boolean;
	font: Font;
	font_size: number;
	mode: number;
	char_spacing: number;
	word_spacing: number;
	scale: number;
	leading: number;
	rise: number;
};

const FIRST_STATE = {
	matrix: IDENTITY,
	fill: "#000000",
	stroke: "#000000",
	opacity: 1,
	blends: false,
	font: {},
	font_size: 0,
	mode: 0,
	char_spacing: 0,
	word_spacing: 0,
	scale: 1,
	leading: 0,
	rise: 0,
};

/** Smaller text, in points, is not meant for readers. */
const MIN_TEXT_SIZE = 1;
/** In points. Less than that is no picture of text. */
const MIN_PICTURE = 8;
/** Nested deeper, a document is made to harm. */
const MAX_STATES = 10_000;
const DEFAULT_VERTICAL: VerticalMetric = [-1_000, 500, 880];

const COMBINING = /^\p{M}+$/u;

/** PDF's text rendering modes; with 4 more, the text also clips what follows. */
const [STROKED, INVISIBLE] = [1, 3];

const FILLS: ReadonlySet<unknown> = new Set([
	OPS.fill,
	OPS.eoFill,
	OPS.fillStroke,
	OPS.eoFillStroke,
	OPS.closeFillStroke,
	OPS.closeEOFillStroke,
]);

/** A transformation before these was for them. */
const PAINTS: ReadonlySet<number> = new Set([
	OPS.save,
	OPS.beginText,
	OPS.showText,
	OPS.constructPath,
	OPS.shadingFill,
	OPS.paintFormXObjectBegin,
]);

/**
 * The text that a page shows. The operators are of a document that was opened without its pictures
 * (`maxImageSize: 0`), which nothing needs to unpack: a picture stood where a transformation has
 * nothing to transform.
 */
export function paintedText({ operators, view, fontOf, isLayerShown }: PageParts): Piece[] {
	const areas: Area[] = [];
	const shown: (Piece & { ink: Ink })[] = [];
	const saved: State[] = [];
	/** For each marked content that is open: whether it is of a layer that is hidden. */
	const hidden: boolean[] = [];
	let state: State = { ...FIRST_STATE, clip: view };
	let text_matrix: Matrix = IDENTITY;
	let [x, y, line_x, line_y] = [0, 0, 0, 0];
	let clips_next = false;
	let transforms_nothing = false;
	let spaced = true;

	function notePicture(): void {
		if (!transforms_nothing) return;
		transforms_nothing = false;
		const box = boxOf(state.matrix, [0, 0, 1, 1]);
		if (box[2] - box[0] >= MIN_PICTURE && box[3] - box[1] >= MIN_PICTURE)
			addArea(areas, { box, color: null, opaque: true });
	}

	function save(): void {
		if (saved.length < MAX_STATES) saved.push({ ...state });
	}

	function restore(): void {
		notePicture();
		state = saved.pop() ?? state;
	}

	function moveLine(by_x: number, by_y: number): void {
		line_x += by_x;
		line_y += by_y;
		[x, y] = [line_x, line_y];
		spaced = false;
	}

	function paintPath([fn, , bounds]: readonly [number, unknown, ArrayLike<number> | null]): void {
		const [left = 0, bottom = 0, right = 0, top = 0] = Array.from(bounds ?? []);
		const box = intersection(boxOf(state.matrix, [left, bottom, right, top]), state.clip);
		if (clips_next) state.clip = box;
		clips_next = false;
		const { fill, opacity, blends } = state;
		if (FILLS.has(fn) && opacity > 0)
			addArea(areas, { box, color: fill, opaque: opacity === 1 && !blends });
	}

	function setGraphics(entries: readonly (readonly [string, unknown])[]): void {
		for (const [name, value] of entries) {
			if (name === "ca") state.opacity = Number(value);
			if (name === "BM") state.blends = value !== "source-over" && value !== "Normal";
			if (name === "Font" && Array.isArray(value)) setFont([value[0], value[1]]);
		}
	}

	function setFont([name, size]: readonly [string, number]): void {
		state.font = fontOf(name);
		state.font_size = size;
	}

	function showText([glyphs]: readonly [readonly (Glyph | number)[]]): void {
		const { font, font_size, scale } = state;
		const matrix = multiply(state.matrix, text_matrix);
		for (const glyph of glyphs) {
			if (typeof glyph !== "number") showGlyph(glyph, matrix);
			else if (font.vertical) y += (glyph * font_size) / 1_000;
			else x -= ((glyph * font_size) / 1_000) * scale;
		}
	}

	function showGlyph(glyph: Glyph, matrix: Matrix): void {
		const { font, font_size, scale, rise } = state;
		const unit = font.fontMatrix?.[0] ?? 0.001;
		const metric = font.vertical
			? (glyph.vmetric ?? font.defaultVMetrics ?? DEFAULT_VERTICAL)
			: null;
		const advance = (metric ? -metric[0] : glyph.width) * unit * font_size;
		const spacing = state.char_spacing + (glyph.isSpace ? state.word_spacing : 0);
		const place = () => apply(matrix, x, y + (metric ? 0 : rise));
		const move = (by: number) => {
			if (metric) y -= by;
			else x += by * scale;
		};
		const from = place();
		move(advance);
		const glyph_end = place();
		move(spacing);
		const text = cleanGlyph(glyph.unicode);
		const last = shown.at(-1);
		if (text.trim() === "") spaced = true;
		else if (last && !spaced && COMBINING.test(text)) last.text += text;
		else addGlyph(text, from, glyph_end, place(), matrix);
	}

	function addGlyph(text: string, from: Point, glyph_end: Point, to: Point, matrix: Matrix): void {
		const [dx, dy] = [glyph_end[0] - from[0], glyph_end[1] - from[1]];
		const angle = angleOf(dx, dy);
		const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
		const size = Math.abs(state.font_size) * Math.hypot(matrix[2], matrix[3]);
		const start = from[0] * cos + from[1] * sin;
		const end = Math.max(start, to[0] * cos + to[1] * sin);
		const baseline = from[0] * sin - from[1] * cos;
		// The middle of a small letter.
		const up = state.font.vertical ? 0 : size * 0.25;
		const point: Point = [
			(from[0] + glyph_end[0]) / 2 - sin * up,
			(from[1] + glyph_end[1]) / 2 + cos * up,
		];
		const ink = { color: inkColor(), point, after: areas.length };
		if (size < MIN_TEXT_SIZE || !isPainted(point)) return;
		const piece = { text, start, end, baseline, size, angle, spaced, ink };
		const last = shown.at(-1);
		if (last && continues(last, piece)) {
			last.text += text;
			last.end = Math.max(last.end, end);
		} else shown.push(piece);
		spaced = false;
	}

	function isPainted(point: Point): boolean {
		return state.opacity > 0 && !hidden.includes(true) && isInside(point, state.clip);
	}

	function inkColor(): string | null {
		const mode = state.mode % 4;
		if (mode === INVISIBLE) return "none";
		return mode === STROKED ? state.stroke : state.fill;
	}

	const actions: Record<number, (args: never) => void> = {
		[OPS.save]: save,
		[OPS.restore]: restore,
		[OPS.transform]: (matrix: Matrix) => {
			state.matrix = multiply(state.matrix, matrix);
			transforms_nothing = true;
		},
		[OPS.clip]: () => {
			clips_next = true;
		},
		[OPS.eoClip]: () => {
			clips_next = true;
		},
		[OPS.constructPath]: paintPath,
		[OPS.shadingFill]: () => addArea(areas, { box: state.clip, color: null, opaque: true }),
		[OPS.paintFormXObjectBegin]: ([matrix, bounds]: readonly [Matrix | null, Box | null]) => {
			save();
			if (matrix) state.matrix = multiply(state.matrix, Array.from(matrix) as never as Matrix);
			if (bounds) state.clip = intersection(boxOf(state.matrix, bounds), state.clip);
		},
		[OPS.paintFormXObjectEnd]: restore,
		[OPS.beginGroup]: save,
		[OPS.endGroup]: restore,
		[OPS.beginMarkedContent]: () => hidden.push(false),
		[OPS.beginMarkedContentProps]: ([tag, layer]: readonly [unknown, unknown]) =>
			hidden.push(tag === "OC" && !isLayerShown(layer)),
		[OPS.endMarkedContent]: () => hidden.pop(),
		[OPS.setGState]: ([entries]: readonly [readonly (readonly [string, unknown])[]]) =>
			setGraphics(entries),
		[OPS.setFillRGBColor]: ([color]: readonly [string]) => {
			state.fill = color;
		},
		[OPS.setStrokeRGBColor]: ([color]: readonly [string]) => {
			state.stroke = color;
		},
		[OPS.setFillColorN]: () => {
			state.fill = null;
		},
		[OPS.setStrokeColorN]: () => {
			state.stroke = null;
		},
		[OPS.beginText]: () => {
			text_matrix = IDENTITY;
			[x, y, line_x, line_y] = [0, 0, 0, 0];
			spaced = false;
		},
		[OPS.setFont]: setFont,
		[OPS.setTextMatrix]: (args: readonly [Matrix] | Matrix) => {
			text_matrix = (args.length === 6 ? args : Array.from(args[0])) as Matrix;
			[x, y, line_x, line_y] = [0, 0, 0, 0];
			spaced = false;
		},
		[OPS.moveText]: ([by_x, by_y]: Point) => moveLine(by_x, by_y),
		[OPS.setLeadingMoveText]: ([by_x, by_y]: Point) => {
			state.leading = by_y;
			moveLine(by_x, by_y);
		},
		[OPS.nextLine]: () => moveLine(0, state.leading),
		[OPS.setLeading]: ([leading]: readonly [number]) => {
			state.leading = -leading;
		},
		[OPS.setCharSpacing]: ([spacing]: readonly [number]) => {
			state.char_spacing = spacing;
		},
		[OPS.setWordSpacing]: ([spacing]: readonly [number]) => {
			state.word_spacing = spacing;
		},
		[OPS.setHScale]: ([percent]: readonly [number]) => {
			state.scale = percent / 100;
		},
		[OPS.setTextRise]: ([rise]: readonly [number]) => {
			state.rise = rise;
		},
		[OPS.setTextRenderingMode]: ([mode]: readonly [number]) => {
			state.mode = mode;
		},
		[OPS.showText]: showText,
	};
	for (const [index, operator] of operators.fnArray.entries()) {
		if (PAINTS.has(operator)) transforms_nothing = false;
		actions[operator]?.((operators.argsArray[index] ?? []) as never);
	}
	notePicture();
	return shown.filter(({ ink }) => isSeen(ink, areas)).map(({ ink: _, ...piece }) => piece);
}

/** In degrees from -90 to 269. Scanned lines that are slightly askew count as straight. */
function angleOf(dx: number, dy: number): number {
	if (dx === 0 && dy === 0) return 0;
	const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
	const straight = Math.round(angle / 90) * 90;
	const near = Math.abs(angle - straight) <= MAX_ASKEW ? straight : Math.round(angle);
	return near < -90 ? near + 360 : near;
}

const MAX_ASKEW = 4;

/** Whether a glyph stands right behind a piece, painted in the same way. */
function continues(piece: Piece & { ink: Ink }, glyph: Piece & { ink: Ink }): boolean {
	if (glyph.spaced || piece.angle !== glyph.angle || isRightToLeft(glyph.text)) return false;
	if (piece.ink.color !== glyph.ink.color || piece.ink.after !== glyph.ink.after) return false;
	const { size } = piece;
	const gap = glyph.start - piece.end;
	return (
		Math.abs(glyph.size - size) < size * 0.02 &&
		Math.abs(glyph.baseline - piece.baseline) < size * 0.03 &&
		gap > -size * 0.3 &&
		gap < size * 0.1
	);
}
