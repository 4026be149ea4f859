import { beforeAll, describe, expect, it } from "vitest";
import {
	completion,
	type ModelRequest,
	type ModelResponse,
	startModelServer,
} from "#tests/support/fakes/model-server.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const STATEMENTS = 24;
/** Long enough that all questions are under way when the first is answered. */
const ANSWER_MS = 300;

const server = opened(() => startModelServer(ANSWER_MS));
const product = opened(() => startProduct(env("m-1")));
const member = opened(() => product.member());

function env(model: string, over: Record<string, string> = {}): Record<string, string> {
	return {
		OPENAI_BASE_URL: `${server.origin}/v1`,
		OPENAI_API_KEY: "k-secret-0123456789",
		OPENAI_MODEL: model,
		ANTHROPIC_API_KEY: "",
		GEMINI_API_KEY: "",
		...over,
	};
}

const sentences = Array.from(
	{ length: STATEMENTS },
	(_, at) => `The harbour of town number ${at + 1} had ${30 + at} ships in the year ${1900 + at}.`,
);

async function analyse() {
	const cues = sentences.map((text, at) => ({ start: at * 8, text }));
	const id = product.newVideo({ duration: 300, tracks: [{ language: "en", cues }] });
	return runToEnd(member, id);
}

async function expectAllRated() {
	const { report } = await analyse();
	expect(report.video).toMatchObject({ analysis_status: "completed", bs_score: 85 });
	expect(report.statements).toHaveLength(STATEMENTS);
	for (const { ratings } of report.statements)
		expect(ratings).toMatchObject([{ status: "ok", score: 85, confidence: 80 }]);
}

const rates = () => server.requests.filter(({ kind }) => kind === "rate");
const asks = (name: string) => (request: ModelRequest) => name in request.body;
const message = (fields: object, finish_reason = "stop"): ModelResponse => ({
	body: { choices: [{ index: 0, message: { role: "assistant", ...fields }, finish_reason }] },
});
const error = (status: number, body: unknown): ModelResponse => ({ status, body });
const stream = (pieces: object[]) =>
	`: ok\n\n${pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`).join("")}data: [DONE]\n\n`;

describe("an answer's form", () => {
	beforeAll(() => product.restart(env("forms")));

	it.each<[string, (text: string, answer: unknown) => ModelResponse]>([
		["its reasoning", (text) => message({ content: null, reasoning: text })],
		[
			"a function call",
			(text) => message({ content: "", tool_calls: [{ function: { arguments: text } }] }),
		],
		[
			"parts",
			(text) =>
				message({
					content: [
						{ type: "thinking", thinking: "{}" },
						{ type: "text", text },
					],
				}),
		],
		["an object", (_, answer) => message({ content: answer })],
		[
			"pieces of a stream",
			(text) => ({
				headers: { "content-type": "text/event-stream" },
				body: stream([
					{ choices: [{ delta: { role: "assistant", content: text.slice(0, 9) } }] },
					{ choices: [{ delta: { content: text.slice(9) }, finish_reason: "stop" }] },
				]),
			}),
		],
		[
			"a body with an end mark",
			(text) => ({ body: `${JSON.stringify(message({ content: text }).body)}\n\ndata: [DONE]\n` }),
		],
		[
			"a wrapper, after drafts",
			(text) => message({ content: `<think>{"score": 3}</think>{"result": ${text}}` }),
		],
		["shares", (_, answer) => completion(inShares(answer))],
	])("can be %s", async (_, form) => {
		server.answerAs((_request, answer) => form(JSON.stringify(answer), answer));
		await expectAllRated();
		expect(rates()).toHaveLength(STATEMENTS);
	});
});

function inShares(answer: unknown): unknown {
	const { score, confidence } = Object(answer);
	return score === undefined
		? answer
		: { ...Object(answer), score: score / 100, confidence: confidence / 100 };
}

describe("a refused request", () => {
	it.each<[string, string, (request: ModelRequest) => boolean, ModelResponse]>([
		[
			"nested",
			"response_format",
			asks("response_format"),
			error(400, { error: { message: "This response_format type is not available", param: null } }),
		],
		[
			"with status 422",
			"response_format",
			asks("response_format"),
			error(422, {
				detail: [{ loc: ["body", "response_format"], msg: "Extra inputs are not permitted" }],
			}),
		],
		[
			"as a string",
			"response_format",
			asks("response_format"),
			error(400, { error: "'response_format.type' is unknown" }),
		],
		[
			"flat",
			"max_tokens",
			asks("max_tokens"),
			error(400, {
				object: "error",
				message: "The maximum context length is 900 tokens.",
				code: 400,
			}),
		],
		[
			"in another server's error",
			"temperature",
			asks("temperature"),
			{
				body: {
					error: {
						message: "Provider returned error",
						code: 400,
						metadata: {
							raw: JSON.stringify({ error: { message: "temperature is not supported" } }),
						},
					},
				},
			},
		],
	])(
		"that is told %s is sent again without what is refused, once for each call under way",
		async (how, name, refuses, refusal) => {
			await product.restart(env(`refusing ${how}`));
			server.answerAs((request, answer) => (refuses(request) ? refusal : completion(answer)));
			await expectAllRated();
			// The first call has learned it before the ratings begin, and all know of it.
			expect(rates().filter((request) => name in request.body)).toEqual([]);
			expect(rates()).toHaveLength(STATEMENTS);
			await expectAllRated();
			expect(server.requests.filter((request) => name in request.body)).toHaveLength(1);
		},
	);

	it("is sent again by each call that was under way with it", async () => {
		await product.restart(env("races"));
		server.answerAs((request, answer) =>
			request.kind === "rate" && "response_format" in request.body
				? error(400, { error: "response_format is not supported" })
				: completion(answer),
		);
		await expectAllRated();
		const first = rates().filter((request) => "response_format" in request.body);
		expect(first.length).toBeGreaterThan(1);
		expect(rates()).toHaveLength(first.length + STATEMENTS);
	});

	it("has one message where there is no system role", async () => {
		await product.restart(env("no-system"));
		server.answerAs((request, answer) =>
			JSON.stringify(request.body.messages).includes('"role":"system"')
				? error(500, { error: { message: "Only user and assistant roles are supported!" } })
				: completion(answer),
		);
		await expectAllRated();
		expect(rates()).toHaveLength(STATEMENTS);
	});
});

describe("an answer that was cut off", () => {
	it("is asked for once more with room, and that is remembered", async () => {
		await product.restart(env("thinks"));
		server.answerAs((request, answer) =>
			(request.body.max_tokens ?? Number.POSITIVE_INFINITY) < 3_000
				? message({ content: "", reasoning_content: "Let me think" }, "length")
				: completion(answer),
		);
		await expectAllRated();
		const limits = (text: string) =>
			rates()
				.filter((it) => it.text === text)
				.map((it) => it.body.max_tokens);
		for (const text of sentences) {
			expect(new Set(limits(text)).size).toBe(limits(text).length);
			expect(limits(text).length).toBeLessThanOrEqual(2);
		}
		const before = server.requests.length;
		await expectAllRated();
		expect(server.requests).toHaveLength(before + STATEMENTS + 1);
	});
});

describe("a limit of the provider's", () => {
	it("is waited for: every statement is rated, and none twice", async () => {
		await product.restart(env("limited"));
		const WINDOW_MS = 4_000;
		const answered: number[] = [];
		server.answerAs((request, answer) => {
			if (answered.filter((at) => request.at - at < WINDOW_MS).length >= 15)
				return {
					...error(429, { error: { message: "Rate limit reached." } }),
					headers: { "retry-after": "4" },
				};
			answered.push(request.at);
			return completion(answer);
		});
		await expectAllRated();
		expect(answered).toHaveLength(STATEMENTS + 1);
	});
});

describe("a server without a key", () => {
	it("is asked one question at a time, and waited for while it loads", async () => {
		await product.restart(env("local", { OPENAI_API_KEY: "" }));
		server.answerAs(({ earlier, kind }, answer) =>
			kind === "extract" && earlier === 0
				? error(503, { error: { code: 503, message: "Loading model" } })
				: completion(answer),
		);
		await expectAllRated();
		expect(server.mostOpen()).toBe(1);
	});

	it("is found where its address lacks the version", async () => {
		await product.restart(env("bare", { OPENAI_API_KEY: "", OPENAI_BASE_URL: server.origin }));
		server.answerAs(({ path }, answer) =>
			path.startsWith("/v1/")
				? completion(answer)
				: { body: { error: "Unexpected endpoint or method. (POST /chat/completions)" } },
		);
		await expectAllRated();
		expect(server.requests.filter(({ path }) => !path.startsWith("/v1/"))).toHaveLength(1);
	});
});
