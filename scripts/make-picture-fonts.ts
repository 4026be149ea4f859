import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFontMetrics } from "#features/sharing/picture/typesetter.ts";
import { renameFont } from "./font-names.ts";
import { keepReachableGlyphs } from "./keep-reachable-glyphs.ts";
import { layout } from "./layout.ts";
import { readWoff, writeTrueType } from "./woff.ts";

/**
 * Makes the fonts of the preview pictures, which are kept in the tree: the
 * drawing library reads TrueType only, and no package has that. Run it again
 * only to change them: `npx tsx scripts/make-picture-fonts.ts`.
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
 * Titles and names come in any script: the serif has three. The sans says our
 * own words alone. A family each, so that a text can say which one it means.
 */
const FONTS = [
	{
		from: SERIF,
		file: "source-serif-4-latin",
		family: "Detector Serif Latin",
		kerned: true,
	},
	{
		from: SERIF,
		file: "source-serif-4-latin-ext",
		family: "Detector Serif Latin Ext",
		kerned: false,
	},
	{
		from: SERIF,
		file: "source-serif-4-cyrillic",
		family: "Detector Serif Cyrillic",
		kerned: true,
	},
	{
		from: SANS,
		file: "source-sans-3-latin",
		family: "Detector Sans",
		kerned: false,
	},
];
const TABLES = [
	"OS/2",
	"cmap",
	"glyf",
	"head",
	"hhea",
	"hmtx",
	"loca",
	"maxp",
	"name",
];

const target = join(layout.root, "worker/features/sharing/picture/fonts");

async function unpack(source: Source, into: string): Promise<string> {
	const [packed] = JSON.parse(
		execFileSync("npm", ["pack", "--json", source.package], {
			cwd: into,
			encoding: "utf8",
		}),
	);
	const archive = await readFile(join(into, packed.filename));
	const digest = createHash("sha512").update(archive).digest("base64");
	if (`sha512-${digest}` !== source.integrity)
		throw new Error(`${source.package} is not what it was.`);
	execFileSync("tar", ["xzf", packed.filename], { cwd: into });
	const folder = join(into, source.folder);
	execFileSync("mv", ["package", folder], { cwd: into });
	return folder;
}

async function make(folder: string, font: (typeof FONTS)[number]) {
	const woff = await readFile(
		join(folder, "files", `${font.file}-600-normal.woff`),
	);
	const wanted = font.kerned ? [...TABLES, "GPOS"] : TABLES;
	const tables = new Map(
		[...readWoff(woff)].filter(([tag]) => wanted.includes(tag)),
	);
	const whole = Uint8Array.from(writeTrueType(tables)).buffer;
	const { glyphs } = readFontMetrics(whole);
	const kept = keepReachableGlyphs(tables, glyphs.values());
	const made = writeTrueType(renameFont(kept, font.family));
	const name = font.file.replace(/^source-(serif|sans)-\d/, "$1");
	await writeFile(join(target, `${name}.ttf`), made);
	console.log(`${name}.ttf: ${glyphs.size} characters, ${made.length} bytes`);
}

const work = await mkdtemp(join(tmpdir(), "picture-fonts-"));
for (const source of [SERIF, SANS]) {
	const folder = await unpack(source, work);
	await copyFile(join(folder, "LICENSE"), join(target, "OFL.txt"));
	for (const font of FONTS) if (font.from === source) await make(folder, font);
}
await rm(work, { recursive: true });
