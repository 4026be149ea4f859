import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, inflateSync } from "node:zlib";
import { readFontMetrics } from "#features/sharing/picture/font-metrics.ts";
import {
	fontFamily,
	fontFile,
	SCRIPT_FONTS,
	type ScriptFont,
} from "#features/sharing/picture/script-fonts.ts";
import { answerHelp } from "./command-line.ts";
import { layout } from "./layout.ts";
import { isMain } from "./server/process.ts";

/**
 * Creates the fonts of the preview pictures, which are committed. The drawing library reads only
 * TrueType, and no package contains these fonts in that format. The packages are not dependencies:
 * those of Chinese, Japanese and Korean have thousands of files, of which four are used.
 * Run it only to change the fonts: `npx tsx scripts/make-picture-fonts.ts`.
 */

/** A package, and the integrity that npm states for it. */
type Source = { package: string; integrity: string };
const SERIF: Source = {
	package: "@fontsource/source-serif-4@5.3.1",
	integrity:
		"sha512-cWcTCXjYYrgF9A67fThVir1VSc0lPEYmwQ6jA4pPt01s2MSCi/maINUcZoCzaqnU8fyUReDO97eGcBUkHgOeug==",
};
const SANS: Source = {
	package: "@fontsource/source-sans-3@5.3.1",
	integrity:
		"sha512-O3YxvbotUOgYI2Zx0bBcEMNjnwitRf9P2+9pd54sMoux1NHrdXnMwZusw2P78lFhEzOPN4glOEQmX0ASaS68uA==",
};

const TABLES = ["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name"];
const KERNED = [...TABLES, "GPOS"];
/** Substitutions join the letters of a script, and need every glyph. */
const SHAPED = [...KERNED, "GSUB", "GDEF"];

type FontFile = { from: Source; subset: string; family: string; tables: string[] };

/**
 * Titles and names can be in any script. The sans is used for the product's own words. Each font
 * has its own family name, so that a text can select it.
 */
const BUNDLED: Record<string, FontFile> = {
	"serif-latin": { from: SERIF, subset: "latin", family: "Detector Serif Latin", tables: KERNED },
	"serif-latin-ext": {
		from: SERIF,
		subset: "latin-ext",
		family: "Detector Serif Latin Ext",
		tables: TABLES,
	},
	"serif-cyrillic": {
		from: SERIF,
		subset: "cyrillic",
		family: "Detector Serif Cyrillic",
		tables: KERNED,
	},
	"sans-latin": { from: SANS, subset: "latin", family: "Detector Sans", tables: TABLES },
};

/** The fonts that a picture loads when a text needs them, by the names of `script-fonts.ts`. */
const LOADED: Record<ScriptFont, { from: Source; subset: string; tables: string[] }> = {
	vietnamese: { from: SERIF, subset: "vietnamese", tables: TABLES },
	greek: { from: SERIF, subset: "greek", tables: KERNED },
	hebrew: {
		from: {
			package: "@fontsource/noto-serif-hebrew@5.3.0",
			integrity:
				"sha512-UbTqdsCCQRYAxQ1ZNjWTcL+tbqYvCG0nhCSD0Y2CmWEfl32e71/DAlRw9IvhjEdCJnKJm0t9AOfiNiut1mHKeA==",
		},
		subset: "hebrew",
		tables: SHAPED,
	},
	arabic: {
		from: {
			package: "@fontsource/noto-naskh-arabic@5.3.0",
			integrity:
				"sha512-S/GDgQ6mh/PKo4mz5+eXNYbEarvpI7yh6eCdOz8tTVbeM7+OUiacIEscaYEibr/+egDtGbO2ZB00sjy1bJC1kQ==",
		},
		subset: "arabic",
		tables: SHAPED,
	},
	devanagari: {
		from: {
			package: "@fontsource/noto-serif-devanagari@5.3.0",
			integrity:
				"sha512-POketgM+TcAbtQCpl5GUmlCVvV7zGnFmLlQTIVxp0ePZkKTJ1UhpeyscIpgljOzHjrVzXPj7x1lSXl2W/wI3Gg==",
		},
		subset: "devanagari",
		tables: SHAPED,
	},
	thai: {
		from: {
			package: "@fontsource/noto-serif-thai@5.3.0",
			integrity:
				"sha512-BPE5PdY1NqA/aIvFhJz5Bgp/mL/ZS6eWJJXtpG+rlpK5sNXWcJilRBy2kdZfOZFamk5+r9lWFpq6cIRxWVMftQ==",
		},
		subset: "thai",
		tables: SHAPED,
	},
	japanese: {
		from: {
			package: "@fontsource/noto-sans-jp@5.3.0",
			integrity:
				"sha512-OZbBzZ8LrFRs2RFT2Cc0HUV2C2ZeSfyEXhDJWR0EZuZaraJfRubpvrFmUnCljuBDEkw8Vn6CE/+nf9dj9b+0lg==",
		},
		subset: "japanese",
		tables: TABLES,
	},
	korean: {
		from: {
			package: "@fontsource/noto-sans-kr@5.3.0",
			integrity:
				"sha512-/JnpTjaCOXW7xUoqOyCVYSr05VOkDy5Yla9O+WAEiS7u+yYLsmHoqj6v1W0bf91G8G3XA2+NnRS3CX2Tf/FVZg==",
		},
		subset: "korean",
		tables: TABLES,
	},
	"chinese-simplified": {
		from: {
			package: "@fontsource/noto-sans-sc@5.3.0",
			integrity:
				"sha512-HeqIlGm0+ohOKxZLuHj1qW6r6avHH0OWdKERAcSDI0RQ+MXrteuLKA+M+5eOA8rYy0MFvOR5AT0fQo2rUkye0Q==",
		},
		subset: "chinese-simplified",
		tables: TABLES,
	},
	"chinese-traditional": {
		from: {
			package: "@fontsource/noto-sans-tc@5.3.0",
			integrity:
				"sha512-+0MguVH2vIxkVJLiaMHVKHk+yJZmZvMU9d8z88JdUx8C2CgMLOtm7WNloi3HYlvCNy7TpuvjIUvh5iiGp6INxQ==",
		},
		subset: "chinese-traditional",
		tables: TABLES,
	},
};

const bundled_folder = join(layout.root, "worker/features/sharing/picture/fonts");
const loaded_folder = join(layout.root, "web/public/picture-fonts");

/** The folder of the unpacked package. Throws if it is not the one that was looked at. */
async function unpack(source: Source, into: string): Promise<string> {
	const [packed] = JSON.parse(
		execFileSync("npm", ["pack", "--json", source.package], { cwd: into, encoding: "utf8" }),
	);
	const archive = await readFile(join(into, packed.filename));
	const digest = createHash("sha512").update(archive).digest("base64");
	if (`sha512-${digest}` !== source.integrity) throw new Error(`${source.package} has changed.`);
	const folder = join(into, packed.filename.replace(/\.tgz$/, ""));
	await mkdir(folder);
	execFileSync("tar", ["xzf", packed.filename, "-C", folder, "--strip-components=1"], {
		cwd: into,
	});
	return folder;
}

async function make(folder: string, font: FontFile): Promise<Buffer> {
	const [, name] = /\/(.*)@/.exec(font.from.package) ?? [];
	const woff = await readFile(join(folder, "files", `${name}-${font.subset}-600-normal.woff`));
	const tables = new Map([...readWoff(woff)].filter(([tag]) => font.tables.includes(tag)));
	const whole = Uint8Array.from(writeTrueType(tables)).buffer;
	const { glyphs } = readFontMetrics(whole);
	const kept = font.tables === SHAPED ? tables : keepReachableGlyphs(tables, glyphs.values());
	const made = writeTrueType(renameFont(kept, font.family));
	console.log(`${font.family}: ${glyphs.size} characters, ${made.length} bytes`);
	return made;
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

const USAGE = `npx tsx scripts/make-picture-fonts.ts
  Downloads the fonts of the preview pictures from npm and writes them anew. They are committed.`;

if (isMain(import.meta.url)) {
	answerHelp(USAGE);
	const work = await mkdtemp(join(tmpdir(), "picture-fonts-"));
	const folders = new Map<Source, string>();
	const folderOf = async (source: Source) => {
		const folder = folders.get(source) ?? (await unpack(source, work));
		folders.set(source, folder);
		return folder;
	};
	for (const [name, font] of Object.entries(BUNDLED))
		await writeFile(
			join(bundled_folder, `${name}.ttf`),
			await make(await folderOf(font.from), font),
		);
	await copyFile(join(await folderOf(SERIF), "LICENSE"), join(bundled_folder, "OFL.txt"));
	await mkdir(loaded_folder, { recursive: true });
	for (const name of SCRIPT_FONTS) {
		const font = { ...LOADED[name], family: fontFamily(name) };
		const made = await make(await folderOf(font.from), font);
		await writeFile(join(loaded_folder, fontFile(name)), brotliCompressSync(made));
	}
	await rm(work, { recursive: true });
}
