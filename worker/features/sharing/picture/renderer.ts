import type { Resvg } from "@resvg/resvg-wasm";
import { fontsFor, type LoadedFont, toFont } from "./load-fonts.ts";
import {
	fontFamily,
	SCRIPT_FONTS,
	type ScriptFont,
	SHAPING,
	type Shaping,
} from "./script-fonts.ts";
import { svgText, type Typesetters } from "./svg-text.ts";
import { createTypesetter, type Run } from "./typesetter.ts";

export type PictureRenderer = {
	type: Typesetters;
	/** Synchronous, so that no other request can draw the same picture at the same time. */
	toPng: (svg: string) => Uint8Array<ArrayBuffer>;
};

/** The drawing library and the fonts of every picture. */
export type DrawingLibrary = {
	Resvg: typeof Resvg;
	serif: [LoadedFont, ...LoadedFont[]];
	sans: LoadedFont;
};

/** The library's error if another request has initialised it in the meantime. */
const ALREADY = /already initialized/i;

let library: DrawingLibrary | null = null;

/**
 * Loads the library and its fonts on first use, so that other requests do not wait for them.
 * Requests do not share a promise, because cancelling one request would fail the others.
 */
export async function loadLibrary(): Promise<DrawingLibrary> {
	library ??= await load();
	return library;
}

async function load(): Promise<DrawingLibrary> {
	const [{ initWasm, Resvg }, wasm, latin, latin_ext, cyrillic, sans] = await Promise.all([
		import("@resvg/resvg-wasm"),
		import("@resvg/resvg-wasm/index_bg.wasm"),
		import("./fonts/serif-latin.ttf"),
		import("./fonts/serif-latin-ext.ttf"),
		import("./fonts/serif-cyrillic.ttf"),
		import("./fonts/sans-latin.ttf"),
	]);
	await initWasm(wasm.default).catch((error: unknown) => {
		if (!(error instanceof Error && ALREADY.test(error.message))) throw error;
	});
	return {
		Resvg,
		serif: [
			toFont("Detector Serif Latin", latin.default),
			toFont("Detector Serif Latin Ext", latin_ext.default),
			toFont("Detector Serif Cyrillic", cyrillic.default),
		],
		sans: toFont("Detector Sans", sans.default),
	};
}

/** A renderer for these texts. Throws if a font that they need cannot be read. */
export async function rendererFor(
	texts: readonly string[],
	{ Resvg, serif, sans }: DrawingLibrary,
	read: (name: ScriptFont) => Promise<LoadedFont>,
): Promise<PictureRenderer> {
	const added = await fontsFor(texts.join(" "), serif, read);
	const [first, ...rest] = serif;
	const fontBuffers = [...serif, sans, ...added].map(({ file }) => new Uint8Array(file));
	const shape = (run: Run) => {
		const shaping = SHAPING_OF[run.family];
		const font = added.find(({ family }) => family === run.family);
		return shaping && font ? shapeRun(run, shaping, font, Resvg) : [run];
	};
	return {
		type: {
			serif: createTypesetter([first, ...rest, ...added], shape),
			sans: createTypesetter([sans]),
		},
		toPng(svg) {
			const drawing = new Resvg(svg, { font: { fontBuffers } });
			try {
				const image = drawing.render();
				try {
					return new Uint8Array(image.asPng());
				} finally {
					image.free();
				}
			} finally {
				// WebAssembly memory is not garbage-collected.
				drawing.free();
			}
		},
	};
}

/** By family. */
const SHAPING_OF: Record<string, Shaping | undefined> = Object.fromEntries(
	SCRIPT_FONTS.map((name) => [fontFamily(name), SHAPING[name]]),
);

function shapeRun(
	run: Run,
	{ how, pieces }: Shaping,
	font: LoadedFont,
	Library: typeof Resvg,
): Run[] {
	const texts = pieces === null ? [run.text] : (run.text.match(pieces) ?? []);
	const known = createTypesetter([font]);
	return texts.map((text) => {
		const usual = { ...run, text, ems: known.width(text, 1) };
		const exact = how === "cut" || text.trim() === "" || [...text].length === 1;
		return exact ? usual : { ...usual, ems: measure(usual, how, font, Library) };
	});
}

/** The font size at which widths are measured, and a place with room on all sides. */
const MEASURED = { size: 100, x: 1_000, y: 1_000 };
/** How far the line on top of Devanagari's letters reaches into the next one, in ems. */
const HEADLINE_OVERLAP = 0.052;

/** The width of a piece as drawn, at a font size of 1. */
function measure(piece: Run, how: Shaping["how"], font: LoadedFont, Library: typeof Resvg): number {
	const { size, x } = MEASURED;
	const text = svgText([piece], { ...MEASURED, colour: "#000" });
	// A line under the text is as long as it advances, if the library knows that.
	const style = how === "joined" ? ' text-decoration="underline"' : "";
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="2000"><g${style}>${text}</g></svg>`;
	const drawing = new Library(svg, { font: { fontBuffers: [new Uint8Array(font.file)] } });
	try {
		const box = drawing.getBBox();
		if (!box) return piece.ems;
		const width = how === "joined" ? box.width / size : (box.x + box.width - x) / size;
		box.free();
		return how === "joined" ? width : width - HEADLINE_OVERLAP;
	} finally {
		drawing.free();
	}
}
