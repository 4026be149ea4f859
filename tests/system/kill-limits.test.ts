import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import {
	completion,
	type ModelRequest,
	type ModelResponse,
	startModelServer,
} from "#tests/support/fakes/model-server.ts";
import { type Client, createMember, watchUrl } from "#tests/support/world/client.ts";
import {
	type CrashingProduct,
	startCrashingProduct,
} from "#tests/support/world/crashing-product.ts";
import { watch } from "#tests/support/world/viewers.ts";

/*
 * What was learned of a model, and the pace of its limits, when the server is killed in the middle:
 * nothing that was answered and stored is paid for again, and nothing is refused twice.
 */

const STATEMENTS = 24;
const ANSWER_MS = 300;
/** So many ratings are answered before the kill. */
const BEFORE_KILL = 5;
/** An answer that came so long before a kill was stored. */
const STORED_MS = 1_000;
const RECONNECT_MS = 100;
const TEST_MS = 300_000;

type Model = Awaited<ReturnType<typeof startModelServer>>;
let model: Model;
let product: CrashingProduct;
let member: Client;
let videos = 0;

beforeAll(async () => {
	await buildIfStale();
	model = await startModelServer(ANSWER_MS);
	product = await startCrashingProduct({ ...settings("first"), EVIDENCE_SOURCES: "none" });
	member = await createMember(product.url);
}, TEST_MS);
afterAll(async () => {
	await product?.stop();
	await model?.stop();
});

/** Few at once leave some for the time after the kill. */
function settings(name: string, at_once = STATEMENTS): Record<string, string> {
	return {
		RATING_CONCURRENCY: String(at_once),
		OPENAI_BASE_URL: `${model.origin}/v1`,
		OPENAI_API_KEY: "k-secret-0123456789",
		OPENAI_MODEL: name,
		ANTHROPIC_API_KEY: "",
		GEMINI_API_KEY: "",
	};
}

const error = (status: number, body: unknown): ModelResponse => ({ status, body });

/** Answers by the rule, and keeps what was answered; the rule returns null to answer rightly. */
function answerBy(refuse: (request: ModelRequest) => ModelResponse | null) {
	const answered: ModelRequest[] = [];
	model.answerAs((request, answer) => {
		const refusal = refuse(request);
		if (refusal === null && request.text !== "") answered.push(request);
		return refusal ?? completion(answer);
	});
	return answered;
}

async function startOf(name: string, at_once?: number): Promise<string> {
	await product.kill();
	await product.start(settings(name, at_once));
	videos += 1;
	const video_id = `limit${String(videos).padStart(6, "0")}`;
	const cues = Array.from({ length: STATEMENTS }, (_, at) => ({
		start: at * 8,
		text: `The harbour of town number ${100 * videos + at} had ${30 + at} ships in the year ${1900 + at}.`,
	}));
	product.youtube.set(video_id, { duration: 300, tracks: [{ language: "en", cues }] });
	const { status, body } = await member.analyze(watchUrl(video_id));
	expect(status, JSON.stringify(body)).toBe(202);
	return video_id;
}

/** Kills the server after some ratings and starts it again; returns when it was killed. */
async function killDuring(
	name: string,
	answered: readonly ModelRequest[],
	at_once?: number,
): Promise<number> {
	const rated = () => answered.filter(({ kind }) => kind === "rate").length;
	while (rated() < BEFORE_KILL) await sleep(5);
	// Some of them are stored by now.
	await sleep(STORED_MS + ANSWER_MS);
	await product.kill();
	const killed_at = Date.now();
	await product.start(settings(name, at_once));
	return killed_at;
}

async function expectAllRated(video_id: string) {
	const viewer = watch(`${product.url}/api/videos/${video_id}/events`, RECONNECT_MS);
	await viewer.done;
	const { video, statements } = await member.report(video_id);
	expect(video).toMatchObject({ analysis_status: "completed", bs_score: 85 });
	expect(statements).toHaveLength(STATEMENTS);
	for (const { ratings } of statements) expect(ratings).toMatchObject([{ status: "ok" }]);
}

function expectNothingPaidTwice(answered: readonly ModelRequest[], killed_at: number) {
	const stored = answered.filter(({ at }) => at + ANSWER_MS + STORED_MS < killed_at);
	const again = answered.filter(({ at }) => at > killed_at).map(({ text }) => text);
	expect(stored.length).toBeGreaterThan(0);
	expect(stored.filter(({ text }) => again.includes(text))).toEqual([]);
	for (const { text } of answered)
		expect(answered.filter((it) => it.text === text).length).toBeLessThanOrEqual(2);
}

const asked = (kind: string) => model.requests.filter((it) => it.kind === kind && it.text !== "");

describe("a server that is killed", () => {
	it(
		"keeps to a provider's limit: every statement is rated, and none twice",
		async () => {
			const WINDOW_MS = 6_000;
			const sent: number[] = [];
			const answered = answerBy(({ at }) => {
				if (sent.filter((it) => at - it < WINDOW_MS).length >= 8)
					return {
						...error(429, { error: { message: "Rate limit reached." } }),
						headers: { "retry-after": String(WINDOW_MS / 1_000) },
					};
				sent.push(at);
				return null;
			});
			const video_id = await startOf("limited");
			const killed_at = await killDuring("limited", answered);
			await expectAllRated(video_id);
			expectNothingPaidTwice(answered, killed_at);
			expect(asked("extract").length).toBeLessThanOrEqual(2);
		},
		TEST_MS,
	);

	it(
		"knows what a model refuses and how much room it needs, which is asked once",
		async () => {
			const LEAST_TOKENS = 3_000;
			const is_small = ({ body }: ModelRequest) => (body.max_tokens ?? LEAST_TOKENS) < LEAST_TOKENS;
			const answered = answerBy((request) => {
				if ("response_format" in request.body)
					return error(400, { error: "response_format is not supported" });
				if (is_small(request))
					return { body: { choices: [{ message: { content: "" }, finish_reason: "length" }] } };
				return null;
			});
			const AT_ONCE = 2;
			const video_id = await startOf("thinks", AT_ONCE);
			const killed_at = await killDuring("thinks", answered, AT_ONCE);
			await expectAllRated(video_id);
			expectNothingPaidTwice(answered, killed_at);
			const later = model.requests.filter(({ at, text }) => at > killed_at && text !== "");
			expect(later.length).toBeGreaterThan(0);
			expect(later.filter((it) => "response_format" in it.body || is_small(it))).toEqual([]);
			// The same request is sent again only where its answer was lost with the server.
			for (const { text } of asked("rate")) {
				const before = asked("rate").filter((it) => it.text === text && it.at < killed_at);
				const bodies = before.map(({ body }) => JSON.stringify(body));
				expect(new Set(bodies).size).toBe(bodies.length);
			}
		},
		TEST_MS,
	);
});

describe("a limit that lasts", () => {
	it(
		"ends the run with its reason, and the next one asks only for what is missing",
		async () => {
			let is_limited = true;
			const answered = answerBy(({ kind, text }) =>
				is_limited && kind === "rate" && text !== ""
					? error(429, { error: { message: "Too many requests." } })
					: null,
			);
			const video_id = await startOf("busy");
			await watch(`${product.url}/api/videos/${video_id}/events`, RECONNECT_MS).done;
			const { video } = await member.report(video_id);
			expect(video).toMatchObject({
				analysis_status: "failed",
				error: {
					code: "ratings_failed",
					detail: expect.stringMatching(/OpenAI: rate limit reached\..*Try again in a few minutes/),
				},
			});
			expect(answered.map(({ kind }) => kind)).toEqual(["extract"]);
			is_limited = false;
			expect((await member.analyze(watchUrl(video_id))).status).toBe(202);
			await expectAllRated(video_id);
			expect(asked("extract")).toHaveLength(1);
			expect(answered).toHaveLength(1 + STATEMENTS);
		},
		TEST_MS,
	);

	it(
		"for some statements is named in the report, and the next analysis asks for these alone",
		async () => {
			let is_limited = true;
			const lacks = (text: string) => /\b19(?:07|12) *\.?$|year 19(?:07|12)/.test(text);
			const answered = answerBy(({ kind, text }) =>
				is_limited && kind === "rate" && lacks(text)
					? error(429, { error: { message: "Too many requests." } })
					: null,
			);
			const video_id = await startOf("partly busy");
			await watch(`${product.url}/api/videos/${video_id}/events`, RECONNECT_MS).done;
			const { statements } = await member.report(video_id);
			const missing = statements.filter(({ ratings }) => ratings[0]?.status === "failed");
			expect(missing.map(({ content }) => lacks(content))).toEqual([true, true]);
			for (const { ratings } of missing)
				expect(ratings[0]?.explanation).toMatch(/rate limit reached|left no time/);
			is_limited = false;
			const before = answered.length;
			expect((await member.analyze(watchUrl(video_id), { force: true })).status).toBe(202);
			await expectAllRated(video_id);
			expect(answered.slice(before).map(({ text }) => lacks(text))).toEqual([true, true]);
		},
		TEST_MS,
	);
});
