/** The advances of a font's characters, in units of `per_em`. */
export type FontMetrics = {
	per_em: number;
	/** Code point to glyph. */
	glyphs: Map<number, number>;
	/** Code point to advance. */
	advances: Map<number, number>;
};

/** Reads the characters and widths of a TrueType file. Throws if a table is missing. */
export function readFontMetrics(font: ArrayBuffer): FontMetrics {
	const view = new DataView(font);
	const table = readTables(view);
	const per_em = view.getUint16(table("head") + 18);
	const long_metrics = view.getUint16(table("hhea") + 34);
	const hmtx = table("hmtx");
	const glyphs = readCharacters(view, table("cmap"));
	const advances = new Map<number, number>();
	for (const [code, glyph] of glyphs)
		advances.set(
			code,
			// Glyphs after the last one with an entry share its advance.
			view.getUint16(hmtx + 4 * Math.min(glyph, long_metrics - 1)),
		);
	return { per_em, glyphs, advances };
}

function readTables(view: DataView): (tag: string) => number {
	const places = new Map<string, number>();
	for (let index = 0; index < view.getUint16(4); index += 1) {
		const at = 12 + 16 * index;
		const tag = [0, 1, 2, 3]
			.map((place) => String.fromCharCode(view.getUint8(at + place)))
			.join("");
		places.set(tag, view.getUint32(at + 8));
	}
	return (tag) => {
		const place = places.get(tag);
		if (place === undefined) throw new Error(`The font has no table ${tag}.`);
		return place;
	};
}

const SEGMENTS = 4;
const GROUPS = 12;

/** Reads every subtable in a known format; the other subtables have the same content. */
function readCharacters(view: DataView, cmap: number): Map<number, number> {
	const glyphs = new Map<number, number>();
	for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
		const at = cmap + view.getUint32(cmap + 8 + 8 * index);
		const format = view.getUint16(at);
		if (format === SEGMENTS) readSegments(view, at, glyphs);
		if (format === GROUPS) readGroups(view, at, glyphs);
	}
	return glyphs;
}

function readSegments(view: DataView, at: number, glyphs: Map<number, number>): void {
	const bytes = view.getUint16(at + 6);
	for (let segment = 0; segment < bytes; segment += 2) {
		const last = view.getUint16(at + 14 + segment);
		const first = view.getUint16(at + 16 + bytes + segment);
		const delta = view.getUint16(at + 16 + 2 * bytes + segment);
		const place = at + 16 + 3 * bytes + segment;
		const range = view.getUint16(place);
		for (let code = first; code <= last && code < 0xffff; code += 1) {
			const found = range === 0 ? code : view.getUint16(place + range + 2 * (code - first));
			const glyph = found === 0 ? 0 : (found + delta) & 0xffff;
			if (glyph !== 0) glyphs.set(code, glyph);
		}
	}
}

function readGroups(view: DataView, at: number, glyphs: Map<number, number>): void {
	for (let group = 0; group < view.getUint32(at + 12); group += 1) {
		const place = at + 16 + 12 * group;
		const first = view.getUint32(place);
		const last = view.getUint32(place + 4);
		const glyph = view.getUint32(place + 8);
		for (let code = first; code <= last; code += 1) glyphs.set(code, glyph + code - first);
	}
}
