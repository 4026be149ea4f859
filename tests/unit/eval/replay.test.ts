import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OutboundError } from "#outbound/outbound.ts";
import { evaluate, type Options } from "#tests/eval/evaluate.ts";
import { SetError } from "#tests/eval/load-set.ts";
import { createRecording, MissingAnswer, recordedFetch } from "#tests/eval/recorded-calls.ts";
import { type FakeAi, startFakeAi } from "#tests/support/fakes/ai.ts";
import { fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld } from "#tests/support/fakes/web-sites.ts";

let folder = "";
let file = "";
let ai: FakeAi;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "eval-replay-"));
	file = join(folder, "run.jsonl");
	ai = await startFakeAi();
});
afterEach(async () => {
	rmSync(folder, { recursive: true });
	await ai.close();
});

const SECRETS = {
	OPENAI_API_KEY: "sk-openai-secret",
	ANTHROPIC_API_KEY: "sk-ant-secret",
	GEMINI_API_KEY: "gemini-secret",
};

function options(over: Partial<Options> = {}): Options {
	const { openai, claude, gemini } = ai.panel;
	return {
		set: "own",
		split: "dev",
		data: null,
		evidence: "fixed",
		panel: null,
		limit: 4,
		as_of: "2026-06-01",
		seed: 1,
		at_once: 2,
		record: null,
		replay: null,
		environment: {
			...SECRETS,
			OPENAI_BASE_URL: openai.base_url,
			ANTHROPIC_BASE_URL: claude.base_url,
			GEMINI_BASE_URL: gemini.base_url,
			CONTACT_EMAIL: "someone@example.org",
		},
		...over,
	};
}

const repeat = (over: Partial<Options> = {}) =>
	evaluate(options({ replay: file, environment: {}, ...over }));

describe("a recorded run", () => {
	it("is repeated to the same result without a call, a key or the day it was made on", async () => {
		ai.behave("claude", ({ earlier }) =>
			earlier === 0 ? { fault: { status: 429, retry_after: "0" } } : {},
		);
		ai.behave("gemini", { fault: { status: 400 } }, "rate_by_evidence");
		const first = await evaluate(options({ record: file }));
		if (!("result" in first)) throw new Error("It has no result.");
		expect(first.result.statements).toBe(4);
		expect(first.result.calls.failed).toBe(4);
		const asked = ai.calls.length;
		expect(first.result.calls.requests).toBe(asked);

		expect(await repeat({ as_of: "2030-01-01", seed: 9 })).toEqual(first);
		expect(ai.calls.length).toBe(asked);
	});

	it("holds no secret", async () => {
		await evaluate(options({ record: file }));
		const recording = readFileSync(file, "utf8");
		for (const secret of Object.values(SECRETS)) expect(recording).not.toContain(secret);
		expect(recording).not.toContain("someone@example.org");
	});

	it("goes on where it broke off, and asks for nothing that was stored", async () => {
		const first = await evaluate(options({ record: file }));
		const asked = ai.calls.length;
		const whole = readFileSync(file, "utf8");
		const lines = whole.split("\n");
		// A crash may cut the last line.
		truncateSync(file, lines.slice(0, 6).join("\n").length - 20);
		const second = await evaluate(options({ record: file }));
		expect(ai.calls.length).toBe(asked + lines.length - 1 - 5);
		if (!("result" in first && "result" in second)) throw new Error("none");
		expect(second.result.figures).toEqual(first.result.figures);
		expect(await repeat()).toEqual(second);
	});

	it("ends if it lacks an answer, and names the statement", async () => {
		await evaluate(options({ record: file }));
		const [head, ...lines] = readFileSync(file, "utf8").split("\n");
		writeFileSync(file, [head, ...lines.slice(1)].join("\n"));
		await expect(repeat()).rejects.toThrow(MissingAnswer);
		await expect(repeat()).rejects.toThrow(/no answer for supported-\d/);
	});

	it("repeats the searches and the opened pages of a live run", async () => {
		const wiki = await startWebWorld();
		const paragraphs = [
			"The Ostrel Bridge is 2,840 metres long and was opened in 2023.",
			"It has two towers. ".repeat(30),
		];
		const revised = "2024-01-01T00:00:00Z";
		wiki.serve(fakeWikipedia([{ title: "Ostrel", paragraphs, revised }]));
		const live = options({ record: file, evidence: "live", limit: 2, panel: ["openai"] });
		live.environment = {
			...live.environment,
			EVIDENCE_SOURCES: "wikipedia",
			WIKIPEDIA_BASE_URL: wiki.origin,
		};
		const first = await evaluate(live);
		await wiki.close();
		if (!("result" in first)) throw new Error("It has no result.");
		expect(first.result.pages.read).toBeGreaterThan(0);
		expect(first.result.quote_found_rate).toBeGreaterThan(0);
		expect(await repeat()).toEqual(first);
	});

	it("is refused if it is another run's, broken or missing", async () => {
		await evaluate(options({ record: file }));
		await expect(evaluate(options({ record: file, limit: 3 }))).rejects.toThrow(
			"its limit is 4, not 3",
		);
		const whole = readFileSync(file, "utf8");
		writeFileSync(file, whole.replace('"sha256":"', '"sha256":"0'));
		await expect(repeat()).rejects.toThrow("its sha256 is");
		writeFileSync(file, whole.replace("\n", "\n{}\n"));
		await expect(repeat()).rejects.toThrow("line 2 is not part of");
		writeFileSync(file, "hello\n");
		await expect(repeat()).rejects.toThrow("line 1 is not part of");
		await expect(repeat({ replay: `${file}x` })).rejects.toThrow(SetError);
	});
});

describe("a run", () => {
	it("from memory asks for no pages and gives a verdict by the score", async () => {
		ai.answer({ rate: () => ({ score: 95, confidence: 70, explanation: "No.", sources: [] }) });
		const run = await evaluate(options({ evidence: "none" }));
		if (!("result" in run)) throw new Error("It has no result.");
		expect(run.result.confusion).toEqual({ supported: { refuted: 4 } });
		expect(new Set(ai.calls.map(({ kind }) => kind))).toEqual(new Set(["rate"]));
	});

	it("with gold evidence gives the raters what people marked, however short", async () => {
		const set = join(folder, "set.jsonl");
		const page = { url: "https://towers.example/corr", text: "Short." };
		const line = {
			id: "1",
			statement: "The tower is 40 metres high.",
			label: "supported",
			pages: [
				{ ...page, gold: "The tower of Corr is 40 metres high." },
				{ ...page, url: "https://other.example/", gold: null },
			],
		};
		writeFileSync(set, `${JSON.stringify(line)}\n`);
		const plain = { set: "plain", data: set, panel: ["claude"] } as const;
		const gold = await evaluate(options({ ...plain, panel: ["claude"], evidence: "gold" }));
		expect(gold).toMatchObject({
			digest: "unchecked",
			result: { confusion: { supported: { supported: 1 } } },
		});
		const fixed = await evaluate(options({ ...plain, panel: ["claude"] }));
		// A page of six letters has nothing to quote from.
		expect(fixed).toMatchObject({
			result: { pages: { read: 0, unread: 2 }, reasons: { no_evidence_found: 1 } },
		});
	});

	it("of the transcripts measures what the extractor chooses", async () => {
		const run = await evaluate(options({ set: "transcripts" }));
		if (!("choice" in run)) throw new Error("It has no choice.");
		expect(run.choice.chosen).toBeGreaterThan(0);
		expect(new Set(ai.calls.map(({ kind }) => kind))).toEqual(new Set(["extract"]));
	});

	it("needs a provider that is configured, a set's data, and settings without mistakes", async () => {
		const refused = (over: Partial<Options>) => expect(evaluate(options(over))).rejects;
		await refused({ environment: {} }).toThrow("No provider is configured");
		await refused({ panel: ["gpt"] }).toThrow('There is no provider "gpt"');
		await refused({ set: "fm2" }).toThrow("needs --data");
		const { GEMINI_API_KEY: _, ...without } = options().environment;
		await refused({ panel: ["gemini"], environment: without }).toThrow("No provider is configured");
		await refused({ panel: ["openai", "gemini"], environment: without }).toThrow(
			"The provider gemini has no key",
		);
		await refused({ environment: { ...options().environment, MODEL_PRICES: "cheap" } }).toThrow(
			"MODEL_PRICES: ",
		);
	});
});

describe("a recorded fetch", () => {
	const BOUNDS = { timeout_ms: 1_000, max_bytes: 1_000 };

	it("repeats failures and bytes that are no text", async () => {
		const recording = createRecording();
		const bytes = new Uint8Array([0xff, 0xd8, 0x00, 0x80]);
		let call = 0;
		const fetch = recordedFetch(recording, "a", async () => {
			call += 1;
			if (call === 1) throw new OutboundError("timeout", "Too late.");
			return new Response(bytes, { status: 201 });
		});
		const url = "https://a.example/x?q=1&key=secret";
		await expect(fetch(url, {}, BOUNDS)).rejects.toThrow(OutboundError);
		await fetch(url, {}, BOUNDS);

		const again = recordedFetch(recording, "a", null);
		const other_key = url.replace("secret", "another");
		await expect(again(other_key, {}, BOUNDS)).rejects.toMatchObject({ kind: "timeout" });
		const { response } = await again(other_key, {}, BOUNDS);
		expect(response.status).toBe(201);
		expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
		// A third time it was not asked, and another statement did not ask.
		await expect(again(url, {}, BOUNDS)).rejects.toThrow(MissingAnswer);
		const elsewhere = recordedFetch(recording, "b", null);
		await expect(elsewhere(url, {}, BOUNDS)).rejects.toThrow(MissingAnswer);
	});
});
