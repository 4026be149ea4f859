import { readdir, readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { isTrack, parseJson3 } from "#features/captions/tracks.ts";
import { createPanel } from "#features/raters/create-providers.ts";
import { hostResolver } from "#outbound/addresses.ts";
import { readAnswer } from "#providers/answer-json.ts";
import { realCallContext } from "#tests/support/fakes/network.ts";
import {
	isTooDeep,
	MAX_JSON_DEPTH,
	parseUntrustedJson,
	TooDeep,
	tryParseJson,
} from "#text/untrusted-json.ts";

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("nesting depth of JSON", () => {
	it.each([
		["lists", lists],
		["objects", objects],
	])("is limited for %s", (_, nested) => {
		expect(() => parseUntrustedJson(nested(MAX_JSON_DEPTH))).not.toThrow();
		expect(() => parseUntrustedJson(nested(MAX_JSON_DEPTH + 1))).toThrow(TooDeep);
	});

	it.each([
		["brackets within a string", JSON.stringify(["[{".repeat(1_000)])],
		["brackets after an escaped quote", JSON.stringify(`"${"[".repeat(1_000)}`)],
		["brackets after a backslash", JSON.stringify([`\\"${"[".repeat(1_000)}\\`])],
		["brackets in a key", JSON.stringify({ ["[".repeat(1_000)]: 1 })],
		["many lists side by side", `[${"[[]],".repeat(10_000)}{}]`],
	])("is not increased by %s", (_, json) => {
		expect(parseUntrustedJson(json)).toEqual(JSON.parse(json));
	});

	it("is counted correctly after a string that ends in backslashes", () => {
		for (const text of ['"\\\\"', '"\\""', '""', '"\\\\\\""'])
			expect(isTooDeep(`[${text},${lists(MAX_JSON_DEPTH)}]`)).toBe(true);
	});

	it("agrees with the parsed value for random content", () => {
		const text = fc.string({ unit: fc.constantFrom(...'[{"\\]}:,a') });
		const layers = fc.array(fc.tuple(fc.boolean(), text), {
			minLength: MAX_JSON_DEPTH - 8,
			maxLength: MAX_JSON_DEPTH + 8,
		});
		fc.assert(
			fc.property(layers, (layers) => {
				const value = layers.reduce<unknown>(
					(inner, [is_list, text]) =>
						is_list ? [text, [], inner, text] : { [text]: inner, b: text },
					null,
				);
				expect(isTooDeep(JSON.stringify(value))).toBe(depthOf(value) > MAX_JSON_DEPTH);
			}),
			{ seed: 1 },
		);
	});

	it.each(["", '"', '"\\', "[", "]]]][", "}{", "nul", '{"a":', "\ud800"])(
		"is not the reason for rejecting %j, which is not JSON",
		(text) => {
			const refused = () => parseUntrustedJson(text);
			expect(refused).toThrow(SyntaxError);
			expect(refused).not.toThrow(TooDeep);
		},
	);

	it.each([
		["open lists", "[".repeat(100_000)],
		["open lists and objects", '[{"":'.repeat(50_000)],
	])("exceeds the limit for %s that are never closed", (_, json) => {
		expect(() => parseUntrustedJson(json)).toThrow(TooDeep);
	});
});

function depthOf(value: unknown): number {
	if (typeof value !== "object" || value === null) return 0;
	return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("JSON nested too deeply", () => {
	const with_deep = (fields: object) =>
		`${JSON.stringify(fields).slice(0, -1)},"deep":${lists(MAX_JSON_DEPTH)}}`;

	it("is skipped in a model's answer, while other JSON in it is read", () => {
		const rating = { score: 10 };
		const Scored = z.looseObject({ score: z.number() });
		expect(() => readAnswer(with_deep(rating), Scored)).toThrow("could not be read");
		expect(readAnswer(`${with_deep({})} {"score":10}`, Scored)).toEqual(rating);
	});

	it("is rejected as an answer or caption track of YouTube", () => {
		const segs = [{ utf8: "hello" }];
		const track = with_deep({ events: [{ tStartMs: 0, segs }] });
		expect(tryParseJson(track)).toBeUndefined();
		expect(parseJson3(track)).toEqual([]);
		expect(isTrack(track)).toBe(false);
	});

	it("is rejected from a DNS resolver", async () => {
		const answer = with_deep({ Status: 0 });
		const fetch = async () => new Response(answer);
		const resolve = hostResolver(fetch, "https://resolver.test/");
		await expect(resolve("example.test")).rejects.toThrow(TooDeep);
	});

	const text = '{"score":10,"confidence":90,"explanation":"So it is.","sources":[]}';
	const key = { api_key: "k", base_url: "https://ai.test", model: "m" };
	it.each([
		["openai", { openai: key }, { choices: [{ message: { content: text } }] }],
		["claude", { claude: key }, { content: [{ type: "text", text }] }],
		["gemini", { gemini: key }, { candidates: [{ content: { parts: [{ text }] } }] }],
	])("is reported as a bad answer of %s", async (_, config, answer) => {
		const [rater] = createPanel(config).raters;
		const rate = (body: string) =>
			rater?.rate(
				{ statement: "Bees can fly.", said_on: null, said_in: null },
				realCallContext({ fetch: async () => new Response(body) }),
			);
		expect(await rate(JSON.stringify(answer))).toMatchObject({ ok: true });
		expect(await rate(with_deep(answer))).toMatchObject({ kind: "bad_answer" });
	});
});

const OUR_OWN = [
	// Cursors are limited to a few characters.
	"db/cursors.ts",
	// Reads an event of the video's object.
	"features/analysis/event-routes.ts",
	"features/captions/transcript.ts",
	"features/follows/following-queries.ts",
	// Reads the answers of the product's own API.
	"features/mcp/call-api.ts",
	"features/notifications/notify-votes.ts",
	"features/reports/queries.ts",
	"features/sharing/pages/compose-page.ts",
	"features/votes/counted-votes.ts",
	"features/votes/dispute-queries.ts",
	"features/votes/queries.ts",
	// Parses one key at a time, from text that was parsed before.
	"http/body.ts",
	"openapi/document.ts",
	"openapi/json-schema.ts",
	"text/untrusted-json.ts",
];

it("JSON.parse is called only in modules that read the product's own data", async () => {
	const worker = new URL("../../../worker/", import.meta.url);
	const names = await readdir(worker, { recursive: true });
	const parsing: string[] = [];
	for (const name of names.filter((one) => one.endsWith(".ts"))) {
		const source = await readFile(new URL(name, worker), "utf8");
		if (/\bJSON\.parse\(|\.json\(\)/.test(source)) parsing.push(name);
	}
	expect(parsing.sort()).toEqual(OUR_OWN);
});
