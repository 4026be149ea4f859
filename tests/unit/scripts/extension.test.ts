import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXTENSION_IDS } from "#contract/extension.ts";
import { NO_FINDING } from "#contract/finding.ts";
import { toWebVtt } from "#extension/content/captions.ts";
import { watchedVideo } from "#extension/content/selectors.ts";
import { CHROME_PUBLIC_KEY } from "#extension/manifest.ts";
import { readServerAddress, retryHelps } from "#extension/server.ts";
import { shortcutOf, shortcutWords } from "#extension/shortcut.ts";
import { resultLook, statementLook } from "#extension/verdict.ts";
import { buildExtension } from "#scripts/extension.ts";

const KB = 1_000;
const CONTENT_LIMIT = 40 * KB;

describe("The built extension", () => {
	let output: string;
	beforeAll(async () => {
		output = await mkdtemp(join(tmpdir(), "built-extension-"));
		await buildExtension({ server: "https://bs.example:8443/path", output });
	});
	afterAll(() => rm(output, { recursive: true, force: true }));

	const read = (path: string) => readFile(join(output, path));
	const manifestOf = async (target: string) =>
		JSON.parse(String(await read(`${target}/manifest.json`)));

	it("asks for storage, identity, YouTube and its own server, and runs no code from elsewhere", async () => {
		for (const target of ["chrome", "firefox"]) {
			const manifest = await manifestOf(target);
			expect(manifest.manifest_version).toBe(3);
			expect(manifest.permissions).toEqual(["storage", "identity"]);
			expect(manifest.host_permissions).toEqual(["https://bs.example/*"]);
			for (const { matches } of manifest.content_scripts)
				expect(matches).toEqual(["https://www.youtube.com/*", "https://m.youtube.com/*"]);
			const policy = manifest.content_security_policy.extension_pages;
			expect(policy).toContain("default-src 'none'; script-src 'self';");
			expect(policy).not.toContain("unsafe");
		}
	});

	it("is a zip of what is unpacked beside it, without the key that Chrome's store refuses", async () => {
		for (const target of ["chrome", "firefox"]) {
			const zipped = unzipSync(await read(`bs-detector-${target}.zip`));
			expect(Object.keys(zipped)).toContain("manifest.json");
			const { "manifest.json": packed, ...files } = zipped;
			for (const [name, content] of Object.entries(files))
				expect(Buffer.from(content).equals(await read(`${target}/${name}`))).toBe(true);
			const { key: _, ...unpacked } = await manifestOf(target);
			expect(JSON.parse(String(Buffer.from(packed ?? [])))).toEqual(unpacked);
		}
	});

	it("has a content script of at most 40 KB, without React, which makes no markup", async () => {
		const script = await read("chrome/content.js");
		expect(gzipSync(script).length).toBeLessThanOrEqual(CONTENT_LIMIT);
		for (const name of ["chrome/content.js", "chrome/panel.js"]) {
			const text = String(await read(name));
			for (const word of ["react", "innerHTML", "insertAdjacentHTML", "eval("])
				expect(text, `${name}: ${word}`).not.toContain(word);
		}
	});

	it("has in Chrome the id that the site lets sign in", () => {
		const digest = createHash("sha256")
			.update(Buffer.from(CHROME_PUBLIC_KEY, "base64"))
			.digest("hex")
			.slice(0, 32);
		const id = [...digest]
			.map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
			.join("");
		expect(id).toBe(EXTENSION_IDS.chrome);
	});
});

describe("A watched video", () => {
	it.each([
		["/watch", "?v=dQw4w9WgXcQ&t=3", "dQw4w9WgXcQ"],
		["/watch", "?v=short", null],
		["/watch", "?v=dQw4w9WgXcQdQw4w9WgXcQ", null],
		["/watch", "", null],
		["/shorts/dQw4w9WgXcQ", "", null],
		["/", "?v=dQw4w9WgXcQ", null],
	])("at %s%s is %s", (pathname, search, id) => {
		expect(watchedVideo({ pathname, search })).toBe(id);
	});
});

describe("A server's address", () => {
	it.each([
		["https://bs.example/about", "https://bs.example"],
		[" http://localhost:8787 ", "http://localhost:8787"],
		["http://bs.example", null],
		["https://user:secret@bs.example", null],
		["javascript:alert(1)", null],
		["bs.example", null],
	])("%s is used as %s", (text, origin) => {
		expect(readServerAddress(text)).toBe(origin);
	});
});

const statement = { id: "s", timestamp: 1, content: "It is so.", verdict: "refuted", ai_score: 80 };
const result = {
	id: "dQw4w9WgXcQ",
	bs_score: 71,
	basis: "evidence" as const,
	coverage: { checkable: 12, checked: 7 },
	finding: { ...NO_FINDING, holds: 1, lacks_context: 4, refuted: 2, unverified: 5 },
	evidence_sources: ["wikipedia"],
	scope: "full" as const,
	simulated: false,
	statements: [statement],
};

describe("The look of a result", () => {
	it("has its verdict's colour only if it rests on what the site vouches for", () => {
		expect(resultLook(result)).toMatchObject({ band: "high", words: "2 refuted, 1 holds" });
		expect(resultLook({ ...result, simulated: true }).words).toMatch(/^Simulated: 2 refuted/);
		for (const hollow of [
			{ ...result, bs_score: null, basis: "memory" as const },
			{ ...result, finding: NO_FINDING },
		])
			expect(resultLook(hollow).band).toBeNull();
	});

	it("does not count what a member asked for", () => {
		const asked = { ...statement, on_request: true };
		const { finding: _, ...earlier } = result;
		expect(resultLook({ ...earlier, statements: [statement, asked] }).words).toBe("1 refuted");
		expect(resultLook({ ...earlier, statements: [asked] }).words).toBe("Nothing to check");
	});

	it("calls a verdict that a later site made up unverified", () => {
		const unknown = { ...statement, verdict: "nearly_true" };
		expect(statementLook(unknown, false)).toMatchObject({ band: null, words: "Unverified" });
		expect(statementLook(statement, false)).toMatchObject({ band: "high", words: "Refuted" });
		const open = { verdict: "unverified", ai_score: null };
		for (const [unverified_reason, words] of [
			["no_evidence_found", "Unverified: no source found"],
			["a_later_reason", "Unverified"],
		])
			expect(statementLook({ ...open, unverified_reason }, false).words).toBe(words);
	});

	it("says of a simulated one, and of its statements, that it is", () => {
		expect(statementLook(statement, true).words).toBe("Simulated: Refuted");
	});

	it("has no score if moments alone were checked", () => {
		const moments = { ...result, scope: "moments" as const };
		expect(resultLook(moments)).toMatchObject({
			band: null,
			words: "Moments only: 2 refuted, 1 holds",
		});
	});
});

describe("Keys", () => {
	const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

	it.each([
		[{ altKey: true, shiftKey: true, code: "KeyC" }, "Alt+Shift+KeyC", "Alt+Shift+C"],
		[{ ctrlKey: true, code: "Digit7" }, "Ctrl+Digit7", "Ctrl+7"],
		[{ shiftKey: true, code: "KeyN" }, null, ""],
		[{ code: "KeyK" }, null, ""],
		[{ altKey: true, code: "AltLeft" }, null, ""],
	])("%j are %s, in words %s", (pressed, shortcut, words) => {
		expect(shortcutOf({ ...none, ...pressed })).toBe(shortcut);
		if (shortcut !== null) expect(shortcutWords(shortcut)).toBe(words);
	});
});

describe("Trying again", () => {
	it.each([
		[0, "unreachable", true],
		[401, "invalid_key", true],
		[409, "analysis_running", true],
		[409, "transcript_disputed", false],
		[422, "moment_out_of_range", false],
		[404, "video_gone", false],
		[429, "too_many_requests", true],
		[429, "spending_budget_spent", false],
		[502, "captions_gated", true],
		[502, "metadata_not_configured", false],
	])("after %i %s helps: %s", (status, code, helps) => {
		expect(retryHelps({ status, code })).toBe(helps);
	});
});

describe("The player's captions", () => {
	const TRACK = { language: "en", kind: "asr", vss_id: "a.en" } as const;

	it("become WebVTT: words joined, line breaks and appended events left out", () => {
		const events = [
			{ tStartMs: 0, dDurationMs: 9_000, id: 1 },
			{
				tStartMs: 3_661_200,
				dDurationMs: 2_000,
				segs: [{ utf8: "three" }, { utf8: " < four\n--> five" }],
			},
			{ tStartMs: 3_662_000, aAppend: 1, segs: [{ utf8: "\n" }] },
			{ tStartMs: 5_000_000, segs: [{ utf8: "end" }] },
			{ tStartMs: "soon", segs: [{ utf8: "never" }] },
			{ tStartMs: 1, segs: [{ utf8: 5 }, null] },
		];
		expect(toWebVtt(JSON.stringify({ events }), TRACK)).toBe(
			"WEBVTT - captions read by a member's browser\nLanguage: en\nKind: asr\nTrack: a.en\n\n01:01:01.200 --> 01:01:03.200\nthree &lt; four → five\n\n01:23:20.000 --> 01:23:21.000\nend\n",
		);
	});

	it.each(["", "<html>", "{}", '{"events":5}', '{"events":[]}', "null"])(
		"that are %j are none",
		(text) => {
			expect(toWebVtt(text, TRACK)).toBeNull();
		},
	);
});
