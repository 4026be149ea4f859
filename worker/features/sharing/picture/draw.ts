import type { CompletedCard } from "../cards.ts";
import { pictureSvg, type Typesetters } from "./layout.ts";
import { createTypesetter } from "./typesetter.ts";

export type PictureRenderer = {
	type: Typesetters;
	/** Synchronous: while it draws, nobody else can ask for the same. */
	toPng: (svg: string) => Uint8Array<ArrayBuffer>;
};

/** Some 60 KB each: enough for those who ask at the same time. */
const MOST_RECENT = 32;

/** Pictures drawn lately, by key: however many ask at once, one is drawn. */
export function createPictureDrawer(load: () => Promise<PictureRenderer>) {
	const recent = new Map<string, Uint8Array<ArrayBuffer>>();
	return {
		drawn: (key: string) => recent.get(key) ?? null,
		async draw(
			key: string,
			card: CompletedCard,
		): Promise<Uint8Array<ArrayBuffer>> {
			const { type, toPng } = await load();
			// From here to the end nothing waits, so that a second one finds the first's.
			const known = recent.get(key);
			if (known) return known;
			const png = toPng(pictureSvg(card, type));
			recent.set(key, png);
			const [oldest] = recent.keys();
			if (recent.size > MOST_RECENT && oldest !== undefined)
				recent.delete(oldest);
			return png;
		},
	};
}

/** A second call of the library's set-up, by a request that began before the first had ended. */
const ALREADY = /already initialized/i;

let loaded: PictureRenderer | null = null;

/**
 * The drawing library with its fonts, loaded when the first picture is asked
 * for, so that no other request waits for them. Requests share no promise: one
 * that is cut off would take the others with it.
 */
export async function loadRenderer(): Promise<PictureRenderer> {
	loaded ??= await load();
	return loaded;
}

async function load(): Promise<PictureRenderer> {
	const [{ initWasm, Resvg }, wasm, latin, latin_ext, cyrillic, sans] =
		await Promise.all([
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
	const files = [latin, latin_ext, cyrillic, sans].map((it) => it.default);
	const fontBuffers = files.map((file) => new Uint8Array(file));
	return {
		type: {
			serif: createTypesetter([
				{ family: "Detector Serif Latin", file: latin.default },
				{ family: "Detector Serif Latin Ext", file: latin_ext.default },
				{ family: "Detector Serif Cyrillic", file: cyrillic.default },
			]),
			sans: createTypesetter([{ family: "Detector Sans", file: sans.default }]),
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
				// The library's memory is its own; nothing else gives it back.
				drawing.free();
			}
		},
	};
}
