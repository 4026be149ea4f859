import { expect } from "vitest";
import { type ModelRequest, type ModelResponse, startModelServer } from "../fakes/model-server.ts";
import { opened } from "./opened.ts";
import { startProduct } from "./product.ts";
import { runToEnd } from "./viewers.ts";

export const STATEMENTS = 24;
/** Long enough that all questions are under way when the first is answered. */
const ANSWER_MS = 300;

export const sentences = Array.from(
	{ length: STATEMENTS },
	(_, at) => `The harbour of town number ${at + 1} had ${30 + at} ships in the year ${1900 + at}.`,
);

/** A product whose only rater is a model server that knows the right answers. Call it in a file's scope. */
export function openModelWorld() {
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

	async function analyse() {
		const cues = sentences.map((text, at) => ({ start: at * 8, text }));
		const id = product.newVideo({ duration: 300, tracks: [{ language: "en", cues }] });
		return runToEnd(member, id);
	}

	async function expectAllRated() {
		const run = await analyse();
		const { video, statements } = run.report;
		expect(video).toMatchObject({ analysis_status: "completed", bs_score: 85 });
		expect(statements).toHaveLength(STATEMENTS);
		for (const { ratings } of statements)
			expect(ratings).toMatchObject([{ status: "ok", score: 85, confidence: 80 }]);
		return run;
	}

	const rates = () => server.requests.filter(({ kind }) => kind === "rate");
	return { server, product, env, analyse, expectAllRated, rates };
}

export const asks = (name: string) => (request: ModelRequest) => name in request.body;
export const message = (fields: object, finish_reason = "stop"): ModelResponse => ({
	body: { choices: [{ index: 0, message: { role: "assistant", ...fields }, finish_reason }] },
});
export const error = (status: number, body: unknown): ModelResponse => ({ status, body });
