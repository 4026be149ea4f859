import { readFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { beforeAll, describe, expect, it } from "vitest";
import { drawableText } from "#features/sharing/picture/drawable-text.ts";
import { readFont } from "#features/sharing/picture/load-fonts.ts";
import { type DrawingLibrary, rendererFor } from "#features/sharing/picture/renderer.ts";
import { fontFile, SCRIPT_FONTS, type ScriptFont } from "#features/sharing/picture/script-fonts.ts";
import { blockText } from "#features/sharing/picture/svg-text.ts";
import { setLines } from "#features/sharing/picture/typesetter.ts";
import { fontOf } from "#tests/support/fixtures/result-cards.ts";
import type { Assets } from "#worker/bindings.ts";

const ORIGIN = "https://site.test";
/** Answers as the binding of the web app's files does. */
const files: Assets = {
	fetch: async (address) => {
		const name = new URL(String(address)).pathname;
		return new Response(readFileSync(`web/public${name}`));
	},
};
const answering = (answer: () => Response): Assets => ({ fetch: async () => answer() });
const silent: Assets = {
	fetch: (_, init) =>
		new Promise((_resolve, reject) =>
			init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
		),
};

let library: DrawingLibrary;
beforeAll(async () => {
	const wasm = readFileSync("node_modules/@resvg/resvg-wasm/index_bg.wasm");
	// Another file's tests may have initialised it in this process.
	await initWasm(wasm).catch((error: unknown) => {
		if (!String(error).includes("Already initialized")) throw error;
	});
	library = {
		Resvg,
		serif: [fontOf("serif-latin"), fontOf("serif-latin-ext"), fontOf("serif-cyrillic")],
		sans: fontOf("sans-latin"),
	};
});

async function rendererOf(text: string) {
	const loaded: ScriptFont[] = [];
	const renderer = await rendererFor([text], library, (name) => {
		loaded.push(name);
		return readFont(files, ORIGIN, name);
	});
	return { ...renderer, loaded };
}

describe("the fonts of a picture", () => {
	it.each<[string, ScriptFont[]]>([
		["How the bridge was built", []],
		["Правда о прививках", []],
		["Sự thật về vắc-xin", ["vietnamese"]],
		["Είναι ασφαλή τα εμβόλια;", ["greek"]],
		["هل اللقاحات آمنة؟", ["arabic"]],
		["האם החיסונים בטוחים?", ["hebrew"]],
		["क्या टीके सुरक्षित हैं?", ["devanagari"]],
		["วัคซีนปลอดภัยหรือไม่?", ["thai"]],
		["ワクチンは安全ですか？「科学」の真実", ["japanese"]],
		["백신은 안전한가요?", ["korean"]],
		["疫苗安全吗？", ["chinese-simplified"]],
		["Physics 101 | 物理学", ["chinese-simplified"]],
	])("draw the whole of %j", async (text, fonts) => {
		const { type, loaded } = await rendererOf(text);
		expect(loaded).toEqual(fonts);
		expect(drawableText(text, type.serif)).toBe(text);
	});

	it("leave out a line in another script", async () => {
		const { type, loaded } = await rendererOf("தடுப்பூசிகள் பாதுகாப்பானதா?");
		expect(loaded).toEqual([]);
		expect(drawableText("தடுப்பூசிகள் பாதுகாப்பானதா?", type.serif)).toBeNull();
	});

	it.each([
		["is missing", answering(() => new Response("", { status: 404 })), "404"],
		["is too large", answering(() => new Response(new Uint8Array(2_000_001))), "2000000"],
		["is no font", answering(() => new Response("<!doctype html>")), "Decompression"],
		["does not come", silent, "timeout"],
	])("fail if a file %s", async (_, assets, words) => {
		await expect(readFont(assets, ORIGIN, "thai", 20)).rejects.toThrow(words);
	});

	it("are bounded, uncompressed too", () => {
		const bytes = SCRIPT_FONTS.map(
			(name) => readFileSync(`web/public/picture-fonts/${fontFile(name)}`).length,
		);
		expect(Math.max(...bytes)).toBeLessThan(1_500_000);
	});
});

describe("a line", () => {
	it.each([
		["from left to right", "Is this 12:30?", ["Is this 12:30?"]],
		["from right to left", "אמת או שקר", ["אמת או שקר"]],
		["with a number between", "רק 95% מהם", ["מהם", " ", "95%", "רק "]],
		["with a hyphen before a number", "רק ב-95% מהם", ["מהם", " ", "95%", "רק ב-"]],
		["with a hyphen in a number", "בין 2020-2021", ["2020-2021", "בין "]],
		["with Latin words in brackets", "ארגון (WHO 2021)", [")", "WHO 2021", "(", "ארגון "]],
		[
			"with Hebrew between Latin words",
			"The word אמת או שקר is old",
			["The word ", "אמת או שקר", " is old"],
		],
		[
			"with a name that is read from the right",
			"in \u2068אמת (WHO) שקר\u2069 by",
			["in ", "שקר", ") ", "WHO", "(", "אמת ", " by"],
		],
	])("%s is drawn in its order", async (_, line, drawn) => {
		const { type } = await rendererOf(line);
		const parts = type.serif.runs(line).reduce<{ text: string; level: number }[]>((all, run) => {
			const last = all.at(-1);
			if (last?.level === run.level && run.level !== 1) last.text += run.text;
			else all.push({ ...run });
			return all;
		}, []);
		expect(parts.map(({ text }) => text).join("|")).toBe(drawn.join("|"));
	});

	it("that is read from the right ends at the column's right edge", async () => {
		const text = "هل اللقاحات آمنة؟";
		const { type } = await rendererOf(text);
		const block = setLines(text, 500, [{ size: 50, most: 1 }], type.serif);
		const column = { x: 100, y: 0, width: 500, colour: "#000" };
		const [, left] = /x="([\d.]+)"/.exec(blockText(block, column, type.serif)) ?? [];
		const wide = type.serif.runs(text).reduce((sum, { ems }) => sum + ems * 50, 0);
		expect(Number(left) + wide).toBeCloseTo(600, 0);
		// Joined letters are narrower than the same letters apart.
		expect(wide).toBeLessThan(type.serif.width(text, 50));
	});

	it("never ends before a closing sign or within a letter and its marks", async () => {
		for (const text of [
			"ワクチンは「安全」ですか？本当に、そうですか。",
			"क्षत्रियकृष्णज्ञानवर्धकद्वारा",
		]) {
			const { type } = await rendererOf(text);
			for (let width = 200; width < 400; width += 20) {
				const { lines } = setLines(text, width, [{ size: 40, most: 40 }], type.serif);
				expect(lines.join("")).toBe(text);
				for (const line of lines.slice(1)) expect(line).not.toMatch(/^[」、。？\p{M}]/u);
			}
		}
	});
});

describe("syllables", () => {
	it("of Devanagari take the room of all their letters", async () => {
		const { type } = await rendererOf("शान्ति");
		const [sha, , plain_sha, , ti, , ta] = type.serif.runs("शा श टी ट").map(({ ems }) => ems);
		// The vowel sign is 0.258 em wide.
		expect(sha).toBeCloseTo((plain_sha ?? 0) + 0.258, 1);
		expect(ti).toBeCloseTo((ta ?? 0) + 0.258, 1);
	});

	it("of Thai are cut after the vowel that is drawn as two glyphs", async () => {
		const { type } = await rendererOf("น้ำตาลทำให้");
		expect(type.serif.runs("น้ำตาลทำให้").map(({ text }) => text)).toEqual(["น้ำ", "ตาลทำ", "ให้"]);
	});
});
