import { RecentlyUsed } from "#worker/recently-used.ts";
import type { CompletedCard } from "../cards.ts";
import { pictureSvg, type Typesetters } from "./layout.ts";
import { createTypesetter } from "./typesetter.ts";

export type PictureRenderer = {
	type: Typesetters;
	/** Synchronous, so that no other request can draw the same picture at the same time. */
	toPng: (svg: string) => Uint8Array<ArrayBuffer>;
};

/** About 60 KB each; enough for concurrent requests. */
const MOST_RECENT = 32;

/** Keeps recently drawn pictures by key, so that concurrent requests draw a picture once. */
export function createPictureDrawer(load: () => Promise<PictureRenderer>) {
	const recent = new RecentlyUsed<Uint8Array<ArrayBuffer>>(MOST_RECENT);
	return {
		drawn: (key: string) => recent.get(key) ?? null,
		async draw(key: string, card: CompletedCard): Promise<Uint8Array<ArrayBuffer>> {
			const { type, toPng } = await load();
			// No await from here on, so that a second request finds the first one's picture.
			const known = recent.get(key);
			if (known) return known;
			const png = toPng(pictureSvg(card, type));
			recent.set(key, png, 1);
			return png;
		},
	};
}

/** The library's error if another request has initialised it in the meantime. */
const ALREADY = /already initialized/i;

let loaded: PictureRenderer | null = null;

/**
 * Loads the renderer and its fonts on first use, so that other requests do not wait for them.
 * Requests do not share a promise, because cancelling one request would fail the others.
 */
export async function loadRenderer(): Promise<PictureRenderer> {
	loaded ??= await load();
	return loaded;
}

async function load(): Promise<PictureRenderer> {
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
