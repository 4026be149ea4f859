import * as z from "zod";

/** The default ports of local model servers. */
export const LOCAL_SERVERS: readonly LocalServer[] = [
	{ name: "Ollama", port: 11_434 },
	{ name: "LM Studio", port: 1_234 },
	{ name: "llama.cpp", port: 8_080 },
];

type LocalServer = { name: string; port: number };

/** How to rate without an account at a provider; shown if no provider is set up. */
export const LOCAL_MODEL_HINT =
	"No AI model is set up: samples are simulated, other videos get their sources without a score.\n" +
	"A local model server works too: start Ollama, LM Studio or llama.cpp, and set OPENAI_BASE_URL and OPENAI_MODEL in .env.";

/** A server on this machine answers at once, and the start does not wait longer. */
const DEADLINE_MS = 300;
/** A list of a few hundred models. Another program's answer may be endless. */
const MAX_BYTES = 64 * 1_024;

/** Servers list models of vectors and rankings beside those that answer. */
const NO_CHAT = /embed|rerank|\bbge-|minilm/i;

/** https://platform.openai.com/docs/api-reference/models/list */
const Models = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });

/**
 * The lines that name each local model server that answers, with the two settings that use it.
 * Takes DEADLINE_MS at most and never rejects.
 */
export async function describeLocalModels(
	servers: readonly LocalServer[] = LOCAL_SERVERS,
): Promise<string[]> {
	const signal = AbortSignal.timeout(DEADLINE_MS);
	const found = await Promise.all(
		servers.map(async ({ name, port }) => {
			const base_url = `http://localhost:${port}/v1`;
			const model = await firstModel(`http://127.0.0.1:${port}/v1/models`, signal).catch(
				() => null,
			);
			if (model === null) return [];
			return `${name} answers on port ${port}. To use it: OPENAI_BASE_URL=${base_url} OPENAI_MODEL=${model}`;
		}),
	);
	return found.flat();
}

/** The first model that the server lists and that answers in words; null if its answer is not a list of models. */
async function firstModel(url: string, signal: AbortSignal): Promise<string | null> {
	const response = await fetch(url, { signal, redirect: "error" });
	if (!response.ok || response.body === null) return null;
	let text = "";
	const decoder = new TextDecoder();
	for await (const part of response.body) {
		text += decoder.decode(part, { stream: true });
		if (text.length > MAX_BYTES) return null;
	}
	const { data } = Models.parse(JSON.parse(text));
	const id = data.find((it) => !NO_CHAT.test(it.id))?.id ?? "";
	// It is printed in a terminal, for a line of .env.
	return /^[\w.:/@+-]{1,200}$/.test(id) ? id : null;
}
