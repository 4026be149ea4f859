import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { claimKey } from "#features/statements/claim-key.ts";
import { aCheckedTalk, aLittleCheckedTalk } from "#tests/support/fixtures/checked-talks.ts";
import { freshRunId } from "#tests/support/fixtures/publications.ts";
import type { Client } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { aMember, published } from "#tests/support/world/signed-in.ts";

/**
 * A statement without a verdict has no number, and neither has a video of which too little could be
 * checked: not on any way out. The models lean to 78 and 73 of 100, with confidence 70.
 */

const product = opened(() => startProduct());

const CONTENT = "So every new harbour is built that way.";
/** A talk of which one statement was checked, and one with two statements that were not. */
let little: string;
let checked: string;
let member: Client;

beforeAll(async () => {
	const starter = await aMember(product);
	member = starter;
	const run = await published(product, { ...aLittleCheckedTalk("Ebb"), started_by: starter.id });
	await published(product, {
		...aLittleCheckedTalk("Ebb"),
		video_id: run.video_id,
		run_id: freshRunId(),
		ended_at: "2026-01-02T00:00:00.000Z",
		started_by: starter.id,
	});
	little = run.video_id;
	checked = (await published(product, aCheckedTalk("Flood"))).video_id;
});

type Json = { [field: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Every object in an answer, however deep. */
function objectsIn(value: unknown): Json[] {
	if (Array.isArray(value)) return value.flatMap(objectsIn);
	return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

const NUMBERS = [
	"bs_score",
	"ai_score",
	"confidence_level",
	"interval",
	"band",
	"openai_score",
	"claude_score",
	"gemini_score",
];

/** The names of the numbers that the object has, or shows as null. */
const numbersOf = (it: Json) => NUMBERS.filter((name) => name in it);

function expectNoNumber(it: Json): void {
	for (const name of numbersOf(it)) expect([name, it[name]]).toEqual([name, null]);
	for (const { score } of (it.ratings ?? []) as Json[]) expect(score).toBeNull();
}

async function read(path: string): Promise<{ body: unknown; text: string }> {
	const answer = await fetch(product.url + path);
	expect([path, answer.status]).toEqual([path, 200]);
	const text = await answer.text();
	return { body: text.startsWith("{") ? JSON.parse(text) : null, text };
}

const key = () => claimKey(CONTENT, "en");
const hash = () => createHash("sha256").update(little).digest("hex").slice(0, 12);

describe("JSON about a video of which too little could be checked", () => {
	it.each([
		["its report", () => `/api/videos/${little}`],
		["the archive", () => "/api/videos?q=Ebb"],
		["a search", () => "/api/search?q=Ebb"],
		["its export", () => `/api/videos/${little}/export`],
		["its versions", () => `/api/videos/${little}/versions`],
		["a comparison of versions", () => `/api/videos/${little}/versions/2`],
		["a lookup", () => `/api/v1/lookup?ids=${little}&statements=1`],
		["a lookup by hash", () => `/api/v1/lookup/${hash()}?statements=1`],
		["a claim's page", () => `/api/statements/${key()}`],
	])("has a lean in place of every number: %s", async (_, path) => {
		const { body } = await read(path());
		const hollow = objectsIn(body).filter(
			(it) => it.verdict === "unverified" || (it.basis === "memory" && "bs_score" in it),
		);
		expect(hollow.filter((it) => numbersOf(it).length > 0)).not.toEqual([]);
		for (const it of hollow) {
			expectNoNumber(it);
			expect(it.lean).toEqual({ score: expect.any(Number), confidence: 70 });
		}
	});

	it("has none for the member who started it", async () => {
		const { body } = await member.get<unknown>("/api/me/activity");
		const videos = objectsIn(body).filter((it) => "bs_score" in it);
		expect(videos).not.toEqual([]);
		for (const it of videos) expectNoNumber(it);
	});

	it("keeps the numbers of its checked statement", async () => {
		const { body } = await read(`/api/videos/${little}`);
		const supported = objectsIn(body).find((it) => it.verdict === "supported" && "ai_score" in it);
		expect(supported).toMatchObject({ ai_score: 7, confidence_level: 86, openai_score: 6 });
	});
});

describe("unverified statements of a checked video", () => {
	it("have no number beside those that have one", async () => {
		const { body } = await read(`/api/videos/${checked}`);
		const statements = objectsIn(body).filter((it) => "ai_score" in it);
		const unverified = statements.filter((it) => it.verdict === "unverified");
		expect([statements.length, unverified.length]).toEqual([7, 2]);
		for (const it of unverified) expectNoNumber(it);
		expect(body).toMatchObject({ video: { bs_score: 45, confidence_level: 72 } });
	});

	it("have empty cells in the CSV", async () => {
		const { text } = await read(`/api/videos/${checked}/export.csv`);
		const [header = "", ...rows] = text.replace("\uFEFF", "").split("\r\n").slice(0, -1);
		const columns = header.split(",");
		expect(columns).not.toContain("lean");
		const hollow = rows.filter((row) => row.includes(",unverified,"));
		expect(hollow).toHaveLength(2);
		for (const row of hollow) expect(row).toContain(`${CONTENT},,,,unverified,`);
		for (const row of hollow) expect(row).not.toMatch(/,(76|78|80|60)(,|$)/);
		expect(rows.filter((row) => /,91,high,80,refuted,/.test(row))).toHaveLength(1);
	});

	it("count in no total", async () => {
		const { body } = await read(`/api/videos/${checked}/export`);
		expect(body).toMatchObject({
			summary: {
				claims_by_band: { factual: 2, moderate: 2, high: 1 },
				provider_averages: [{ answers: 5 }, { answers: 5 }, { answers: 5 }],
			},
		});
		const { body: stats } = await read("/api/stats");
		expect(stats).toMatchObject({ total_videos: 2, bs_claims: 1 });
	});
});

describe("what other sites show of a video of which too little could be checked", () => {
	/** Neither a lean nor a score of the former result's kind. */
	const A_NUMBER = /\b(7[0368]|80|61)\b|\d+ of 100|\d+%/;

	it.each([
		["its badge", () => `/badge/${little}.svg`, /too little could be checked \(1 of 11\)/],
		["its card", () => `/embed/${little}`, /Too little could be checked/],
		["its oEmbed", () => `/oembed?url=${product.url}/results/${little}`, /\(too little could be/],
	])("has words and no number: %s", async (_, path, words) => {
		const { text } = await read(path());
		const shown = text.replace(/<style>.*?<\/style>/gs, "").replaceAll(/<[^>]*>/g, " ");
		expect(shown).toMatch(words);
		expect(shown.replace(/"html":".*?[^\\]",/, "")).not.toMatch(A_NUMBER);
	});

	it("has words and no number in the feed", async () => {
		const { text } = await read("/feed.xml");
		const [entry = ""] = text.split("<entry>").filter((it) => it.includes("<title>Ebb</title>"));
		expect(entry).toContain("<summary>Too little could be checked: 1 of 11.");
		expect(entry).not.toContain("<category");
		expect(entry).not.toMatch(/score|confidence/);
	});

	it("has no number in the head of its page, and no review but of the checked statement", async () => {
		const { text } = await read(`/results/${little}`);
		const [head = ""] = text.split("</head>");
		expect(head).toContain("Too little could be checked (1 of 11)");
		expect(head).not.toMatch(/BS score \d/i);
		expect(text.match(/"@type":"ClaimReview"/g)).toHaveLength(1);
		expect(text).toContain('"ratingValue":93');
	});
});
