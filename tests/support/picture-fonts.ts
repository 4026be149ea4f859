import { readFileSync } from "node:fs";
import type { Typesetters } from "#features/sharing/picture/layout.ts";
import { createTypesetter } from "#features/sharing/picture/typesetter.ts";

const FONTS = "worker/features/sharing/picture/fonts";
const FAMILIES = {
	"serif-latin": "Detector Serif Latin",
	"serif-latin-ext": "Detector Serif Latin Ext",
	"serif-cyrillic": "Detector Serif Cyrillic",
	"sans-latin": "Detector Sans",
};
export type FontName = keyof typeof FAMILIES;
export const FONT_NAMES = Object.keys(FAMILIES) as FontName[];

export function readFont(name: FontName): Buffer {
	return readFileSync(`${FONTS}/${name}.ttf`);
}

export function fontOf(name: FontName) {
	const file = Uint8Array.from(readFont(name)).buffer;
	return { family: FAMILIES[name], file };
}

/** The fonts that the pictures are drawn with. */
export function pictureType(): Typesetters {
	return {
		serif: createTypesetter([
			fontOf("serif-latin"),
			fontOf("serif-latin-ext"),
			fontOf("serif-cyrillic"),
		]),
		sans: createTypesetter([fontOf("sans-latin")]),
	};
}
