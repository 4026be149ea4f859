import { beforeAll, describe, expect, it } from "vitest";
import { completion, type ModelResponse } from "#tests/support/fakes/model-server.ts";
import { error, message, openModelWorld, STATEMENTS } from "#tests/support/world/model-world.ts";

const { server, product, env, analyse, expectAllRated, rates } = openModelWorld();

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

describe("a refused parameter", () => {
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
});

describe("an extraction without statements", () => {
	it("is repeated in halves, and then the report tells what a simple rule finds", async () => {
		await product.restart(env("finds nothing"));
		server.answerAs(({ kind }, answer) =>
			completion(kind === "extract" ? { statements: [], left_out: [] } : answer),
		);
		const { report } = await analyse();
		expect(server.requests.map(({ kind }) => kind)).toEqual(["extract", "extract", "extract"]);
		expect(report.statements).toEqual([]);
		expect(report.video).toMatchObject({
			analysis_status: "completed",
			bs_score: 0,
			confidence_level: 95,
			extraction: { by: "openai", found: 0, chosen: 0, found_by_rule: STATEMENTS },
		});
	});
});
