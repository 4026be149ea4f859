import * as z from "zod";
import type { Provider } from "#contract/ids.ts";
import { readBounded } from "#outbound/bounded-body.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { API_VERSION } from "./claude.ts";
import type { ClientConfig } from "./client.ts";

const BOUNDS = { timeout_ms: 5_000, max_bytes: 1_024 * 1_024 };
/** A name is shown in a sentence and goes into a line of .env. */
const NAME = /^[\w.:/@+-]{1,100}$/;

/** OpenAI's and Anthropic's lists have `data`, Gemini's has `models`. */
const List = z.object({
	data: z.array(z.object({ id: z.string() })).optional(),
	models: z.array(z.object({ name: z.string() })).optional(),
});

/** The models that a provider says it has; empty if it does not say. Never rejects. */
export async function listModels(
	provider: Provider,
	{ base_url, api_key }: Pick<ClientConfig, "base_url" | "api_key">,
	fetch: OutboundFetch,
): Promise<string[]> {
	const base = base_url.replace(/\/+$/, "");
	try {
		const { url, headers } = REQUESTS[provider](base, api_key);
		const response = await fetch(url, { headers }, BOUNDS);
		if (!response.ok) return [];
		const list = List.parse(parseUntrustedJson(await readBounded(response)));
		const names = [
			...(list.data ?? []).map(({ id }) => id),
			...(list.models ?? []).map(({ name }) => name.replace(/^models\//, "")),
		];
		return names.filter((name) => NAME.test(name));
	} catch {
		return [];
	}
}

type ListRequest = { url: string; headers: Record<string, string> };

const REQUESTS: Record<Provider, (base: string, api_key: string | undefined) => ListRequest> = {
	openai: (base, key) => ({ url: `${base}/models`, headers: bearer(key) }),
	claude: (base, key) => ({
		url: `${base}/v1/models`,
		headers: { ...bearer(key), "anthropic-version": API_VERSION },
	}),
	gemini: (base, key) => {
		const headers: Record<string, string> = key === undefined ? {} : { "x-goog-api-key": key };
		return { url: `${base}/v1beta/models`, headers };
	},
};

function bearer(key: string | undefined): Record<string, string> {
	return key === undefined ? {} : { authorization: `Bearer ${key}` };
}
