import { describe, expect, it } from "vitest";
import { testProviders } from "#features/raters/test-providers.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { createGates } from "#providers/provider-gate.ts";

const KEY = "sk-test-0123456789abcdef";

type Answer = { status?: number; body: unknown };

/** What each provider's server answers, by the request's path. */
function ask(answer: (path: string) => Answer, base_url = "https://server.test/v1") {
	const asked: string[] = [];
	const fetch: OutboundFetch = async (url) => {
		const { pathname } = new URL(url);
		asked.push(pathname);
		const { status = 200, body } = answer(pathname);
		const text = typeof body === "string" ? body : JSON.stringify(body);
		return new Response(text, { status });
	};
	const openai = { api_key: KEY, base_url, model: "wise-1" };
	const tests = testProviders(
		{ openai },
		{
			fetch,
			timeout_ms: 1_000,
			patience_ms: 1_000,
			gateOf: createGates(),
			now: () => Date.now(),
			random: () => 0,
			sleep: async () => {},
		},
	);
	return tests.then(([test]) => ({ ...test, asked }));
}

const said = (text: string) => ({
	choices: [{ message: { content: text }, finish_reason: "stop" }],
});
const error = (message: string, code = "x") => ({ error: { message, code } });
const LIST = { data: [{ id: "wise-2" }, { id: "wise-3-mini" }, { id: "<b>no name</b>" }] };

describe("testProviders", () => {
	it.each(['{"ready": true}', "Yes, I am ready."])("takes %s for an answer", async (text) => {
		const test = await ask(() => ({ body: said(text) }));
		expect(test).toMatchObject({ provider: "openai", model: "wise-1", ok: true });
		expect(test.message).toBe("It answers.");
		expect(test.asked).toHaveLength(1);
	});

	it.each([
		["The key was refused.", 401, error("Incorrect API key provided: sk-test-*****cdef")],
		["The key was refused.", 400, error("API key not valid. Please pass a valid API key.")],
		["No credit is left.", 429, error("You exceeded your current quota", "insufficient_quota")],
		["No credit is left.", 402, error("Insufficient Balance")],
	])("says “%s” of status %i", async (message, status, body) => {
		const test = await ask(() => ({ status, body }));
		expect(test).toMatchObject({ ok: false, message });
		expect(test.asked).toHaveLength(1);
	});

	it.each([
		["OpenAI's", error("The model `wise-1` does not exist", "model_not_found")],
		["Ollama's", { error: { message: 'model "wise-1" not found, try pulling it first' } }],
	])("names the models of a server that has none of this name, by %s error", async (_, body) => {
		const test = await ask((path) =>
			path.endsWith("/models") ? { body: LIST } : { status: 404, body },
		);
		expect(test).toMatchObject({
			ok: false,
			message: "No model named wise-1; the server has: wise-2, wise-3-mini. Set OPENAI_MODEL.",
		});
	});

	it("says what to set where the server lists no models", async () => {
		const body = error("The model `wise-1` does not exist", "model_not_found");
		const test = await ask(() => ({ status: 404, body }));
		expect(test.message).toMatch(/^No model named wise-1\. Set OPENAI_MODEL/);
	});

	it("says which address answers where the one that is set does not", async () => {
		const test = await ask(
			(path) =>
				path.startsWith("/v1/")
					? { body: said("{}") }
					: { body: { error: "Unexpected endpoint or method. (POST /chat/completions)" } },
			"https://server.test",
		);
		expect(test).toMatchObject({ ok: true });
		expect(test.message).toContain("https://server.test/v1");
	});

	it("never shows the vendor's own words", async () => {
		const test = await ask(() => ({ status: 418, body: error(`teapot ${KEY}`) }));
		expect(test).toMatchObject({ ok: false, message: "The request was refused (418)." });
	});
});
