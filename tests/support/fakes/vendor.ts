import type { Provider } from "#contract/ids.ts";
import { createClient } from "#features/raters/create-providers.ts";
import { createRater } from "#features/raters/rater.ts";
import { createGates } from "#providers/provider-gate.ts";
import type { CallContext } from "#providers/retrying-call.ts";

/*
 * One call to a vendor whose answers a test writes, through the whole way: request, gate, error and
 * answer.
 */

export const ANSWER = JSON.stringify({
	score: 85,
	confidence: 80,
	explanation: "Why.",
	sources: [],
});
export const KEY = "sk-secret-0123456789abcdef";

type Sent = { url: string; body: Record<string, unknown> };
type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

export const CONFIG = {
	openai: { api_key: KEY, base_url: "https://models.example/v1", model: "m-1", price: null },
	claude: { api_key: KEY, base_url: "https://models.example", model: "m-1", price: null },
	gemini: { api_key: KEY, base_url: "https://models.example", model: "m-1", price: null },
};
export const CONTEXT_OF_CALL = {
	timeout_ms: 30_000,
	patience_ms: 300_000,
	now: () => 0,
	random: () => 0,
	sleep: async () => {},
};

/** One rating by a server that answers so. */
export async function rate(provider: Provider, reply: (sent: Sent, earlier: number) => Reply) {
	const sent: Sent[] = [];
	const context: CallContext = {
		...CONTEXT_OF_CALL,
		gateOf: createGates(),
		fetch: async (url, init) => {
			const one = { url: String(url), body: JSON.parse(String(init.body)) };
			const { status = 200, headers = {}, body } = reply(one, sent.length);
			sent.push(one);
			const text = typeof body === "string" ? body : JSON.stringify(body);
			return new Response(text, { status, headers });
		},
	};
	const client = createClient(provider, CONFIG[provider]);
	const input = { statement: "The tower is 40 m high.", said_on: null, said_in: null };
	const outcome = await createRater(client).rate(input, context);
	return { outcome, sent };
}

export const choice = (message: object, finish_reason: string | null = "stop") => ({
	choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
});
export const candidate = (parts: unknown[], finishReason = "STOP") => ({
	candidates: [{ content: { parts, role: "model" }, finishReason, index: 0 }],
});

export const oneError = (message: string, more: object = {}) => ({ error: { message, ...more } });
