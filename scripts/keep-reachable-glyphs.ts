import type { FontTables } from "./woff.ts";

/** Bits of a composite glyph's parts (OpenType, "glyf"). */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const SCALE_XY = 0x0040;
const SCALE_2X2 = 0x0080;

/**
 * Empties the outlines that no character leads to: alternates are reached
 * through layout tables alone, which are not kept. Ids and widths stay.
 */
export function keepReachableGlyphs(
	tables: FontTables,
	mapped: Iterable<number>,
): FontTables {
	const [head, loca, glyf] = ["head", "loca", "glyf"].map((tag) =>
		tables.get(tag),
	);
	if (!head || !loca || !glyf) throw new Error("The font has no outlines.");
	const long = head.readInt16BE(50) === 1;
	const offset = (glyph: number) =>
		long ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
	const count = loca.length / (long ? 4 : 2) - 1;
	const outline = (glyph: number) =>
		glyf.subarray(offset(glyph), offset(glyph + 1));

	const wanted = new Set<number>([0]);
	const waiting = [...mapped];
	for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
		if (wanted.has(glyph)) continue;
		wanted.add(glyph);
		waiting.push(...partsOf(outline(glyph)));
	}

	const places = Buffer.alloc(4 * (count + 1));
	const kept: Buffer[] = [];
	let length = 0;
	for (let glyph = 0; glyph < count; glyph += 1) {
		places.writeUInt32BE(length, 4 * glyph);
		if (!wanted.has(glyph)) continue;
		kept.push(outline(glyph));
		length += outline(glyph).length;
	}
	places.writeUInt32BE(length, 4 * count);
	const changed = Buffer.from(head);
	changed.writeInt16BE(1, 50);
	return new Map([
		...tables,
		["head", changed],
		["loca", places],
		["glyf", Buffer.concat(kept)],
	]);
}

/** The glyphs that a composite one is put together from. */
function partsOf(outline: Buffer): number[] {
	if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
	const parts: number[] = [];
	let at = 10;
	for (let flags = MORE; flags & MORE; ) {
		flags = outline.readUInt16BE(at);
		parts.push(outline.readUInt16BE(at + 2));
		at += 4 + (flags & WORDS ? 4 : 2);
		if (flags & SCALE) at += 2;
		else if (flags & SCALE_XY) at += 4;
		else if (flags & SCALE_2X2) at += 8;
	}
	return parts;
}
