import type { Provider } from "#contract/ids.ts";
import { listPrice, type Price } from "#domain/prices.ts";
import type { Extractor, Rater, Transcriber } from "#pipeline/providers.ts";
import { createClaudeClient } from "./claude/client.ts";
import type { Client, ClientConfig } from "./client.ts";
import { DEFAULT_MODELS } from "./default-models.ts";
import { createExtractor } from "./extractor.ts";
import { createGeminiClient } from "./gemini/client.ts";
import { createTranscriber } from "./gemini/transcriber.ts";
import { createOpenAiClient } from "./openai/client.ts";
import { createRater } from "./rater.ts";

/** Without a model it is the vendor's small one; a price of one's own goes over the list's. */
type Entry = Omit<ClientConfig, "model" | "price"> & {
	model?: string;
	price?: Price | null;
};

/** A provider that is absent is not on the panel. */
export type PanelConfig = Partial<Record<Provider, Entry>>;

export type Panel = {
	/** In the order of the screen. */
	raters: Rater[];
	/** The first is asked, the others stand in for it. */
	extractors: Extractor[];
	transcriber: Transcriber | null;
	/** Of those on the panel; null where it is not known. */
	prices: Partial<Record<Provider, Price | null>>;
};

export function createPanel(config: PanelConfig): Panel {
	const prices: Panel["prices"] = {};
	const client = (
		provider: Provider,
		create: (config: ClientConfig) => Client,
	): Client | undefined => {
		const entry = config[provider];
		if (!entry) return undefined;
		const model = entry.model ?? DEFAULT_MODELS[provider];
		// A server of one's own has no list price, whatever its model is called.
		const listed = entry.api_key === undefined ? null : listPrice(model);
		const price = entry.price ?? listed;
		prices[provider] = price;
		return create({ ...entry, model, price });
	};
	const openai = client("openai", createOpenAiClient);
	const claude = client("claude", createClaudeClient);
	const gemini = client("gemini", createGeminiClient);
	return {
		raters: [openai, claude, gemini].flatMap((client) =>
			client ? [createRater(client)] : [],
		),
		extractors: [openai, gemini, claude].flatMap((client) =>
			client ? [createExtractor(client)] : [],
		),
		transcriber: gemini ? createTranscriber(gemini) : null,
		prices,
	};
}
