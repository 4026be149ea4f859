import { describe, expect, it } from "vitest";
import { looksOfficial } from "#features/community/lookalike.ts";

const SITE = { admins: ["Ada Lovelace", "Bo"], host: "www.checks.example" };

/** Three of each kind. */
const OFFICIAL: [kind: string, names: string[]][] = [
	["the product's name", ["BS Detector", "bsdetector", "The B.S.-Detector Team"]],
	["in letters of other scripts", ["ВЅ Dеtесtоr", "BЅ Ꭰetector", "ΒS DETECTOR"]],
	["in letters of other shapes", ["𝐁𝐒 𝐃𝐞𝐭𝐞𝐜𝐭𝐨𝐫", "ＢＳ Ｄｅｔｅｃｔｏｒ", "ⒷⓈ Ⓓⓔⓣⓔⓒⓣⓞⓡ"]],
	["with marks and unseen characters", ["BS Détëctor", "BS De\u200dtector", "B\u0335S Detector"]],
	["an office", ["Admin", "SiteAdmin2", "Support – Anna"]],
	["an office in lookalikes", ["Аdmin", "Adrnin", "ΑDΜΙΝ"]],
	["digits for letters", ["Adm1n", "M0derat0r", "0fficial"]],
	["an admin's name", ["ada lovelace", "Lovelace, Ada", "Ada  Lоvelace"]],
	["a name that contains an admin's", ["Ada Lovelace (real)", "Dr. Ada-Lovelace", "xAdaLovelacex"]],
	["a short admin's name alone", ["Bo", "bo", "Во"]],
	["the site's host", ["checks.example", "www.checks.example", "Checks"]],
	["a mark", ["Jo ✔", "✅ Jo", "Jo ☑\ufe0f"]],
];

const ORDINARY = [
	"Bob",
	"Ada Byron",
	"Administrative Law Fan",
	"陳大文",
	"علی‌رضا",
	"Ωmega",
	"Checker",
	"Stafford",
	"Badminton Bo",
	"",
	"❤",
];

describe("looksOfficial", () => {
	it.each(OFFICIAL)("recognises %s", (_, names) => {
		for (const name of names) expect([name, looksOfficial(name, SITE)]).toEqual([name, true]);
	});

	it.each(ORDINARY)("leaves %j alone", (name) => {
		expect(looksOfficial(name, { ...SITE, admins: ["Ada Lovelace", "Bo Diddley"] })).toBe(false);
	});
});
