import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import { EMBED_SCRIPT, embedCard } from "#features/sharing/embed.ts";
import { appElements } from "#tests/hostile/app-elements.ts";
import { wrongInRefusal, wrongInReport } from "#tests/hostile/check-report.ts";
import { INVENTED } from "#tests/hostile/hostile-videos.ts";
import { knownAddresses } from "#tests/hostile/known-addresses.ts";
import { leaksIn, secretsIn } from "#tests/hostile/leaks.ts";
import { elementsOf, wrongInMarkup } from "#tests/hostile/markup-findings.ts";
import { readCorpus } from "#tests/hostile/read-corpus.ts";
import { aRating, aStatement } from "#tests/support/fixtures/publications.ts";
import { aCard } from "#tests/support/fixtures/result-cards.ts";

const ORIGIN = "http://localhost:8787";
const SOURCE = "http://127.0.0.1:1234";
const PLAIN = new Set(["html", "head", "body", "p", "a", "img", "script"]);

function wrongIn(body: string): string[] {
	const { document } = new JSDOM(`<body>${body}</body>`).window;
	const videos = [{ id: "vid00000001" }];
	const known = knownAddresses(videos, ["who.int"], SOURCE);
	return wrongInMarkup(elementsOf(document), PLAIN, ORIGIN, known);
}

describe("wrongInMarkup", () => {
	it.each([
		'<p onclick="x()">x</p>',
		'<a href="javascript:alert(1)">x</a>',
		'<a href=" java&#10;script:alert(1)">x</a>',
		'<a href="data:text/html,x">x</a>',
		"<svg></svg>",
		"<b>x</b>",
		"<script>x()</script>",
		'<script src="https://evil.example/x.js"></script>',
		'<img src="data:text/html,x">',
		'<p style="background:url(//evil.example)">x</p>',
		'<a href="http://169.254.169.254/">x</a>',
		'<a href="//evil.example/">x</a>',
		'<a href="http://localhost:8788/">x</a>',
		'<a href="mailto:x@evil.example">x</a>',
		'<a href="https://www.youtube.com/watch?v=vid00000002">x</a>',
		'<a href="https://www.youtube.com/redirect?q=http://evil.example/">x</a>',
		'<a href="https://who.int/elsewhere">x</a>',
		'<img src="https://i.ytimg.com.evil.example/vi/vid00000001/x.jpg">',
		`<a href="${SOURCE}/inside">x</a>`,
		`<a href="${SOURCE}/w/index.php?oldid=1#x">x</a>`,
	])("finds %s", (body) => {
		expect(wrongIn(body)).not.toEqual([]);
	});

	it("accepts the build's inline script, and no other", () => {
		const { document } = new JSDOM("<script>built()</script><script>x()</script>").window;
		const wrongWith = (built: string[]) =>
			wrongInMarkup(elementsOf(document, new Set(built)), PLAIN, ORIGIN, () => false);
		expect(wrongWith(["built()"])).toEqual(["a script of its own"]);
		expect(wrongWith(["built()", "x()"])).toEqual([]);
	});

	it("accepts a plain page", () => {
		const body =
			'<p>1 &lt; 2 <a href="/results">x</a> <a href="https://who.int/">y</a> <a href="https://www.youtube.com/watch?v=vid00000001&amp;t=12s">z</a></p><img src="data:image/svg+xml,x"><img src="https://i.ytimg.com/vi/vid00000001/hq720.jpg"><script src="/assets/x.js"></script><script type="application/json">{}</script>';
		const quote = `<a href="${SOURCE}/w/index.php?oldid=1#:~:text=x">x</a>`;
		expect(wrongIn(body + quote)).toEqual([]);
	});
});

describe("a card for other sites", () => {
	const card = (title: string) => embedCard(aCard({ title }), ORIGIN, "system");
	const wrongInCard = (html: string) =>
		wrongInMarkup(
			elementsOf(new JSDOM(html).window.document, new Set([EMBED_SCRIPT])),
			appElements(),
			ORIGIN,
			() => false,
		);

	it("has no element that counts as foreign", () => {
		expect(wrongInCard(card("<marquee>x</marquee>"))).toEqual([]);
	});

	it("shows markup that was planted in it", () => {
		const planted = (markup: string) =>
			wrongInCard(card("planted here").replaceAll("planted here", markup));
		expect(planted("<marquee>x</marquee>")).toEqual(["an element <marquee>"]);
		expect(planted('<img src="x" onerror="alert(1)">').join()).toContain("a handler: img onerror");
		expect(planted('<a href="javascript:alert(1)">x</a>').join()).toContain(
			"an address of another kind",
		);
	});
});

describe("leaksIn", () => {
	it.each([
		"TypeError: x is not a function",
		"D1_ERROR: no such column: SQLITE_ERROR",
		"Error\n    at handler (file.js:3:4)",
		'{"error":"Error\\n    at handler (file.js:3:4)"}',
		"Unexpected token < in JSON at position 0",
		"my key is sentinel-key",
	])("finds %j", (text) => {
		expect(leaksIn(text, ["sentinel-key"], [])).not.toEqual([]);
	});

	it("allows a caller's own text to be returned, but no secret", () => {
		expect(leaksIn("TypeError", ["key"], ["TypeError"])).toEqual([]);
		expect(leaksIn("a key", ["key"], ["key"])).not.toEqual([]);
	});

	it("recognises sent text in markup, in JSON and joined on one line", () => {
		const sent = "Error\n\n at <anonymous> (x.js)\nTypeError";
		for (const text of [
			"at &lt;anonymous&gt; ( TypeError",
			JSON.stringify(sent),
			`<p>${sent.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p>`,
		])
			expect(leaksIn(text, [], ["plain", sent])).toEqual([]);
	});

	it("still reports our own messages next to text that was sent", () => {
		const own = "TypeError: Unexpected token";
		for (const sent of [" ", "e", "SyntaxError", "at Object"])
			expect(leaksIn(`${own} ${sent}`, [], [sent])).toHaveLength(2);
	});

	it("searches logs only for secrets, since logs may contain exceptions", () => {
		expect(secretsIn("TypeError at new Map", ["key"])).toEqual([]);
		expect(secretsIn("TypeError: the key", ["key"])).toHaveLength(1);
	});
});

describe("wrongInReport", () => {
	const said = "they built the bridge in 1931";
	const wrongWith = (change: object) => {
		const statement = { ...aStatement(), ...change };
		const report = {
			video: { analysis_status: "completed" },
			statements: [statement as unknown as Statement],
		};
		return wrongInReport(report as unknown as Report, `and ${said}, he said`);
	};

	it.each([
		{ quote: "they never built it" },
		{ content: INVENTED },
		{ content: "All vaccines contain microchips." },
		{ content: "x".repeat(301) },
		{ content: "hid\u{e0041}den" },
		{ explanation: "x".repeat(601) },
		{ ratings: [{ ...aRating("openai", 1), sources: ["javascript:x"] }] },
		{ ratings: [{ ...aRating("openai", 1), sources: ["http://127.0.0.1/"] }] },
		{ ratings: [{ ...aRating("openai", 1), sources: ["https://a.local/"] }] },
		{ ratings: [{ ...aRating("openai", 1), sources: Array(6).fill("a.org") }] },
	])("finds %j", (change) => {
		expect(wrongWith(change)).not.toEqual([]);
	});

	it("accepts a plain statement", () => {
		expect(wrongWith({})).toEqual([]);
	});

	it("compares words by their marks, in whatever order these were said", () => {
		const content = "Zu\u0323\u0302lg";
		const heard = { ...aStatement(), content, quote: "Zu\u0302\u0323lg" };
		const report = {
			video: { analysis_status: "completed" },
			statements: [heard as unknown as Statement],
		};
		const said_so = "he said Zu\u0302\u0323lg";
		expect(wrongInReport(report as unknown as Report, said_so)).toEqual([]);
	});

	it("expects a pasted text that is no transcript to be refused", () => {
		const refusal = (video: object, statements: unknown[] = []) =>
			wrongInRefusal({ video, statements } as unknown as Report);
		const error = { code: "transcript_unreadable" };
		expect(refusal({ analysis_status: "failed", error })).toEqual([]);
		expect(refusal({ analysis_status: "completed" })).toHaveLength(1);
		const other = { code: "analysis_failed" };
		expect(refusal({ analysis_status: "failed", error: other }, [aStatement()])).toHaveLength(2);
	});
});

describe("readCorpus", () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "corpus-"));
		const files: Record<string, string> = {
			"naughty.json": '["one", {"deep": ["two"]}, 3]',
			"xss-list.txt": "<b>\n\n<i>\n",
			"injection-set.jsonl": '{"a": "three", "b": 4}\nnot json\n',
			"strings.csv": 'five,"six, ""and"" more"\n',
			"suite/n_broken.json": "[1,",
			"notes.md": "seven",
			"picture.png": "\u0089PNG\u0000\u0001\u0002\u0003",
		};
		await mkdir(join(folder, "suite"));
		for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	it("reads lines, JSON strings, cells and whole files by class, and skips binary files", async () => {
		expect(await readCorpus(folder)).toEqual({
			"bad strings": ["one", "two", "seven", "five", 'six, "and" more'],
			XSS: ["<b>", "<i>"],
			"SSRF addresses": [],
			"malformed JSON": ["[1,"],
			"prompt injections": ["three", "not json"],
		});
	});
});
