import { brotliDecompressSync } from "node:zlib";
import { boundedBody, readBytes } from "#outbound/bounded-body.ts";
import type { Assets } from "#worker/bindings.ts";
import { RecentlyUsed } from "#worker/recently-used.ts";
import { type FontMetrics, readFontMetrics } from "./font-metrics.ts";
import { fontFamily, fontFile, fontsForText, type ScriptFont } from "./script-fonts.ts";

/** A font as the drawing library reads it, and what layout knows of it. */
export type LoadedFont = { family: string; file: ArrayBuffer; metrics: FontMetrics };

/** The largest font has 1.4 MB compressed and 2.4 MB as TrueType. */
const MAX_COMPRESSED_BYTES = 2_000_000;
const MAX_FONT_BYTES = 4_000_000;
/** The files lie in the data center. The preview reader waits for the picture. */
const DEADLINE_MS = 3_000;
/** Of the 128 MB of an isolate; the largest two fit. */
const KEPT_BYTES = 5_000_000;

const kept = new RecentlyUsed<LoadedFont>(KEPT_BYTES);

/** Reads a font from the web app's files. Throws if it is missing, too large or too slow. */
export async function readFont(
	assets: Assets | undefined,
	origin: string,
	name: ScriptFont,
	deadline_ms = DEADLINE_MS,
): Promise<LoadedFont> {
	const known = kept.get(name);
	if (known) return known;
	const signal = AbortSignal.timeout(deadline_ms);
	if (!assets) throw new Error("There are no files of the web app.");
	const response = await assets.fetch(`${origin}/picture-fonts/${fontFile(name)}`, { signal });
	if (!response.ok || response.body === null)
		throw new Error(`The font ${name} answered ${response.status}.`);
	const body = boundedBody(
		response.body,
		{ max_bytes: MAX_COMPRESSED_BYTES },
		{ signal, stop: () => {} },
	);
	const packed = await readBytes(new Response(body));
	const bytes = brotliDecompressSync(packed, { maxOutputLength: MAX_FONT_BYTES });
	const font = toFont(fontFamily(name), Uint8Array.from(bytes).buffer);
	kept.set(name, font, font.file.byteLength);
	return font;
}

export function toFont(family: string, file: ArrayBuffer): LoadedFont {
	return { family, file, metrics: readFontMetrics(file) };
}

const draws = ({ metrics }: LoadedFont, character: string) =>
	metrics.advances.has(character.codePointAt(0) ?? 0);

/**
 * The fonts that the text needs beside the `usual` ones, those that draw more of it first. A font is
 * loaded only while a character is missing: most Chinese texts need one of two.
 */
export async function fontsFor(
	text: string,
	usual: readonly LoadedFont[],
	read: (name: ScriptFont) => Promise<LoadedFont>,
): Promise<LoadedFont[]> {
	const missing = new Set(text);
	const remove = (font: LoadedFont) => {
		for (const character of missing) if (draws(font, character)) missing.delete(character);
	};
	for (const font of usual) remove(font);
	const wanted = [...missing];
	const loaded: LoadedFont[] = [];
	for (const name of fontsForText(text)) {
		if (!fontsForText([...missing].join("")).includes(name)) continue;
		const font = await read(name);
		loaded.push(font);
		remove(font);
	}
	const drawn = (font: LoadedFont) => wanted.filter((it) => draws(font, it)).length;
	return loaded.sort((a, b) => drawn(b) - drawn(a));
}
