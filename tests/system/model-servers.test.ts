import { describe, expect, it } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import {
	completion,
	type ModelRequest,
	type ModelResponse,
} from "#tests/support/fakes/model-server.ts";
import type { ReadEvent } from "#tests/support/world/client.ts";
import {
	asks,
	error,
	message,
	openModelWorld,
	STATEMENTS,
	sentences,
} from "#tests/support/world/model-world.ts";

const { server, product, env, expectAllRated, rates } = openModelWorld();

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

function activitiesIn(events: readonly ReadEvent[]) {
	return events
		.filter(({ event }) => event === "progress")
		.map(({ data }) => (data as { analysis: Analysis }).analysis.activity);
}

describe("a limit of the provider's", () => {
	it("is waited for: every statement is rated, and none twice", async () => {
		await product.restart(env("limited"));
		// From such a pause a limit by the minute is concluded, which the run's progress names.
		const WINDOW_MS = 12_000;
		const answered: number[] = [];
		server.answerAs((request, answer) => {
			if (answered.filter((at) => request.at - at < WINDOW_MS).length >= 15)
				return {
					...error(429, { error: { message: "Rate limit reached." } }),
					headers: { "retry-after": String(WINDOW_MS / 1_000) },
				};
			answered.push(request.at);
			return completion(answer);
		});
		const { events } = await expectAllRated();
		expect(answered).toHaveLength(STATEMENTS + 1);
		expect(activitiesIn(events)).toContainEqual({
			kind: "wait",
			text: "OpenAI's limit (15 a minute)",
		});
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
