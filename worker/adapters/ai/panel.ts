import type { Provider } from "#contract/ids.ts";
import type { Extractor, Rater, Transcriber } from "#pipeline/providers.ts";
import { createClaudeClient } from "./claude/client.ts";
import type { Client, ClientConfig } from "./client.ts";
import { DEFAULT_MODELS } from "./default-models.ts";
import { createExtractor } from "./extractor.ts";
import { createGeminiClient } from "./gemini/client.ts";
import { createTranscriber } from "./gemini/transcriber.ts";
import { createOpenAiClient } from "./openai/client.ts";
import { createRater } from "./rater.ts";

/** Without a model it is the vendor's small one. */
type Entry = Omit<ClientConfig, "model"> & { model?: string };

/** A provider that is absent is not on the panel. */
export type PanelConfig = Partial<Record<Provider, Entry>>;

export type Panel = {
	/** In the order of the screen. */
	raters: Rater[];
	/** The first is asked, the others stand in for it. */
	extractors: Extractor[];
	transcriber: Transcriber | null;
};

export function createPanel(config: PanelConfig): Panel {
	const client = (
		provider: Provider,
		create: (config: ClientConfig) => Client,
	): Client | undefined => {
		const entry = config[provider];
		return entry && create({ model: DEFAULT_MODELS[provider], ...entry });
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
	};
}
