import type { CompletedCard } from "../cards.ts";
import { pictureSvg, type Typesetters } from "./layout.ts";
import { createTypesetter } from "./typesetter.ts";

export type PictureRenderer = {
	type: Typesetters;
	/** Synchronous, so that no other request can start drawing the same picture meanwhile. */
	toPng: (svg: string) => Uint8Array<ArrayBuffer>;
};

/** About 60 KB each; enough for concurrent requests. */
const MOST_RECENT = 32;

/** Recently drawn pictures by key: concurrent requests for one draw it once. */
export function createPictureDrawer(load: () => Promise<PictureRenderer>) {
	const recent = new Map<string, Uint8Array<ArrayBuffer>>();
	return {
		drawn: (key: string) => recent.get(key) ?? null,
		async draw(
			key: string,
			card: CompletedCard,
		): Promise<Uint8Array<ArrayBuffer>> {
			const { type, toPng } = await load();
			// No await from here on, so that a second request finds the first one's picture.
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

/** The library's error if another request has set it up meanwhile. */
const ALREADY = /already initialized/i;

let loaded: PictureRenderer | null = null;

/**
 * The renderer with its fonts, loaded for the first picture, so that other requests do
 * not wait for them. Requests share no promise, because cancelling one would fail the
 * others.
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
				// WebAssembly memory is not garbage-collected.
				drawing.free();
			}
		},
	};
}
