import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { readFontMetrics } from "#features/sharing/picture/typesetter.ts";
import { layout } from "./layout.ts";
import { isMain } from "./server/process.ts";

/**
 * Creates the fonts of the preview pictures, which are committed. The drawing library reads only
 * TrueType, and no package contains these fonts in that format. Run it only to change them: `npx
 * tsx scripts/make-picture-fonts.ts`.
 */

type Source = { package: string; integrity: string; folder: string };
const SERIF: Source = {
	package: "@fontsource/source-serif-4@5.3.1",
	integrity:
		"sha512-cWcTCXjYYrgF9A67fThVir1VSc0lPEYmwQ6jA4pPt01s2MSCi/maINUcZoCzaqnU8fyUReDO97eGcBUkHgOeug==",
	folder: "serif",
};
const SANS: Source = {
	package: "@fontsource/source-sans-3@5.3.1",
	integrity:
		"sha512-O3YxvbotUOgYI2Zx0bBcEMNjnwitRf9P2+9pd54sMoux1NHrdXnMwZusw2P78lFhEzOPN4glOEQmX0ASaS68uA==",
	folder: "sans",
};

/**
 * Titles and names can be in any script, and the serif supports three. The sans is used for the
 * product's own words. Each font has its own family name, so that a text can select it.
 */
const FONTS = [
	{ from: SERIF, file: "source-serif-4-latin", family: "Detector Serif Latin", kerned: true },
	{
		from: SERIF,
		file: "source-serif-4-latin-ext",
		family: "Detector Serif Latin Ext",
		kerned: false,
	},
	{ from: SERIF, file: "source-serif-4-cyrillic", family: "Detector Serif Cyrillic", kerned: true },
	{ from: SANS, file: "source-sans-3-latin", family: "Detector Sans", kerned: false },
];
const TABLES = ["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name"];

const target = join(layout.root, "worker/features/sharing/picture/fonts");

async function unpack(source: Source, into: string): Promise<string> {
	const [packed] = JSON.parse(
		execFileSync("npm", ["pack", "--json", source.package], { cwd: into, encoding: "utf8" }),
	);
	const archive = await readFile(join(into, packed.filename));
	const digest = createHash("sha512").update(archive).digest("base64");
	if (`sha512-${digest}` !== source.integrity) throw new Error(`${source.package} has changed.`);
	execFileSync("tar", ["xzf", packed.filename], { cwd: into });
	const folder = join(into, source.folder);
	execFileSync("mv", ["package", folder], { cwd: into });
	return folder;
}

async function make(folder: string, font: (typeof FONTS)[number]) {
	const woff = await readFile(join(folder, "files", `${font.file}-600-normal.woff`));
	const wanted = font.kerned ? [...TABLES, "GPOS"] : TABLES;
	const tables = new Map([...readWoff(woff)].filter(([tag]) => wanted.includes(tag)));
	const whole = Uint8Array.from(writeTrueType(tables)).buffer;
	const { glyphs } = readFontMetrics(whole);
	const kept = keepReachableGlyphs(tables, glyphs.values());
	const made = writeTrueType(renameFont(kept, font.family));
	const name = font.file.replace(/^source-(serif|sans)-\d/, "$1");
	await writeFile(join(target, `${name}.ttf`), made);
	console.log(`${name}.ttf: ${glyphs.size} characters, ${made.length} bytes`);
}

/** A font's tables by tag. */
type FontTables = Map<string, Buffer>;

const SIGNATURE = 0x774f4646;
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** The tables of a WOFF 1.0 file with TrueType outlines. Throws for any other file. */
function readWoff(woff: Buffer): FontTables {
	if (woff.readUInt32BE(0) !== SIGNATURE || woff.readUInt32BE(4) !== 0x10000)
		throw new Error("This is not a WOFF file with TrueType outlines.");
	const tables: FontTables = new Map();
	for (let index = 0; index < woff.readUInt16BE(12); index += 1) {
		const at = HEADER_BYTES + index * ENTRY_BYTES;
		const offset = woff.readUInt32BE(at + 4);
		const packed = woff.readUInt32BE(at + 8);
		const length = woff.readUInt32BE(at + 12);
		const content = woff.subarray(offset, offset + packed);
		tables.set(
			woff.toString("latin1", at, at + 4),
			packed < length ? inflateSync(content) : content,
		);
	}
	return tables;
}

const FONT_MAGIC = 0xb1b0afba;

/** A TrueType file of these tables; the same tables give the same bytes. */
function writeTrueType(tables: FontTables): Buffer {
	const tags = [...tables.keys()].sort();
	const power = 2 ** Math.floor(Math.log2(tags.length));
	const header = Buffer.alloc(12 + 16 * tags.length);
	header.writeUInt32BE(0x10000, 0);
	header.writeUInt16BE(tags.length, 4);
	header.writeUInt16BE(power * 16, 6);
	header.writeUInt16BE(Math.log2(power), 8);
	header.writeUInt16BE((tags.length - power) * 16, 10);
	const bodies: Buffer[] = [];
	let offset = header.length;
	for (const [index, tag] of tags.entries()) {
		const content = Buffer.from(tables.get(tag) ?? []);
		// The checksum of the whole file is stored here, and counts as 0 while it is computed.
		if (tag === "head") content.writeUInt32BE(0, 8);
		const body = padded(content);
		const at = 12 + 16 * index;
		header.write(tag, at, "latin1");
		header.writeUInt32BE(checksum(body), at + 4);
		header.writeUInt32BE(offset, at + 8);
		header.writeUInt32BE(content.length, at + 12);
		bodies.push(body);
		offset += body.length;
	}
	const font = Buffer.concat([header, ...bodies]);
	const head = 12 + 16 * tags.indexOf("head");
	font.writeUInt32BE((FONT_MAGIC - checksum(font)) >>> 0, font.readUInt32BE(head + 8) + 8);
	return font;
}

function padded(content: Buffer): Buffer {
	return Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
}

function checksum(content: Buffer): number {
	let sum = 0;
	for (let at = 0; at < content.length; at += 4) sum = (sum + content.readUInt32BE(at)) >>> 0;
	return sum;
}

/** Windows, Unicode, English (United States): the combination that every reader supports. */
const PLATFORM = [3, 1, 0x0409] as const;
const COPYRIGHT = 0;
const FAMILY = 1;
const STYLE = 2;
const FULL_NAME = 4;
const POSTSCRIPT = 6;
const LICENCE = 13;
const LICENCE_URL = 14;

const OFL = "This Font Software is licensed under the SIL Open Font License, Version 1.1.";
const OFL_URL = "https://openfontlicense.org";

/** A font's names, keyed by name id. */
export function readNames(table: Buffer): Map<number, string> {
	const names = new Map<number, string>();
	const texts = table.readUInt16BE(4);
	for (let index = 0; index < table.readUInt16BE(2); index += 1) {
		const at = 6 + 12 * index;
		if (table.readUInt16BE(at) !== PLATFORM[0]) continue;
		const length = table.readUInt16BE(at + 8);
		const from = texts + table.readUInt16BE(at + 10);
		const text = Buffer.from(table.subarray(from, from + length)).swap16();
		names.set(table.readUInt16BE(at + 6), text.toString("utf16le"));
	}
	return names;
}

/**
 * Gives a changed font its own family name, as the licence requires for reserved names. Author
 * and licence stay in the file.
 */
function renameFont(tables: FontTables, family: string): FontTables {
	const before = readNames(tables.get("name") ?? Buffer.alloc(6));
	const names = new Map([
		[COPYRIGHT, before.get(COPYRIGHT) ?? ""],
		[FAMILY, family],
		[STYLE, "Regular"],
		[FULL_NAME, family],
		[POSTSCRIPT, family.replaceAll(" ", "")],
		[LICENCE, before.get(LICENCE) ?? OFL],
		[LICENCE_URL, before.get(LICENCE_URL) ?? OFL_URL],
	]);
	return new Map([...tables, ["name", writeNames(names)]]);
}

function writeNames(names: Map<number, string>): Buffer {
	const header = Buffer.alloc(6 + 12 * names.size);
	header.writeUInt16BE(names.size, 2);
	header.writeUInt16BE(header.length, 4);
	const texts: Buffer[] = [];
	let from = 0;
	for (const [index, [id, name]] of [...names].entries()) {
		const text = Buffer.from(name, "utf16le").swap16();
		const fields = [...PLATFORM, id, text.length, from];
		for (const [place, value] of fields.entries())
			header.writeUInt16BE(value, 6 + 12 * index + 2 * place);
		texts.push(text);
		from += text.length;
	}
	return Buffer.concat([header, ...texts]);
}

/** Flags of a composite glyph's parts (OpenType, "glyf"). */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const SCALE_XY = 0x0040;
const SCALE_2X2 = 0x0080;

/**
 * Empties the outlines of glyphs that no character uses. Alternates are reachable only through
 * layout tables, which are removed. Ids and widths stay.
 */
function keepReachableGlyphs(tables: FontTables, mapped: Iterable<number>): FontTables {
	const [head, loca, glyf] = ["head", "loca", "glyf"].map((tag) => tables.get(tag));
	if (!head || !loca || !glyf) throw new Error("The font has no outlines.");
	const long = head.readInt16BE(50) === 1;
	const offset = (glyph: number) =>
		long ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
	const count = loca.length / (long ? 4 : 2) - 1;
	const outline = (glyph: number) => glyf.subarray(offset(glyph), offset(glyph + 1));

	const wanted = new Set<number>([0]);
	const waiting = [...mapped];
	for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
		if (wanted.has(glyph)) continue;
		wanted.add(glyph);
		waiting.push(...componentGlyphs(outline(glyph)));
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
	return new Map([...tables, ["head", changed], ["loca", places], ["glyf", Buffer.concat(kept)]]);
}

/** The glyphs that a composite glyph consists of. */
function componentGlyphs(outline: Buffer): number[] {
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

if (isMain(import.meta.url)) {
	const work = await mkdtemp(join(tmpdir(), "picture-fonts-"));
	for (const source of [SERIF, SANS]) {
		const folder = await unpack(source, work);
		await copyFile(join(folder, "LICENSE"), join(target, "OFL.txt"));
		for (const font of FONTS) if (font.from === source) await make(folder, font);
	}
	await rm(work, { recursive: true });
}
