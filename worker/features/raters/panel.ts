import type { Provider } from "#contract/ids.ts";
import { createTranscriber } from "#features/captions/transcriber.ts";
import { sampleCitations } from "#features/samples/sample-page.ts";
import { sampleLabel, sampleTrait } from "#features/samples/samples.ts";
import { createExtractor } from "#features/statements/extractor.ts";
import { createClaudeClient } from "#providers/claude.ts";
import type { Client, ClientConfig } from "#providers/client.ts";
import { createGeminiClient } from "#providers/gemini.ts";
import { createOpenAiClient } from "#providers/openai.ts";
import { listPrice, type Price, priceIn } from "#providers/prices.ts";
import type {
	Extractor,
	Planner,
	Rater,
	Transcriber,
} from "#providers/providers.ts";
import type { Settings } from "#worker/env.ts";
import { createPlanner } from "./evidence-rater.ts";
import type { Providers } from "./provider-calls.ts";
import { createRater } from "./rater.ts";
import { createSimulatedRaters } from "./simulated-raters.ts";

/** Without a model the vendor's small one is used; an operator's price overrides the list price. */
type Entry = Omit<ClientConfig, "model" | "price"> & {
	model?: string;
	price?: Price | null;
};

/** A provider that is absent is not on the panel. */
export type PanelConfig = Partial<Record<Provider, Entry>>;

export type Panel = {
	/** In the order of the screen. */
	raters: Rater[];
	/** The first is asked first; the others replace it if it fails. */
	extractors: Extractor[];
	transcriber: Transcriber | null;
	/** The first plans a run's searches. */
	planners: Planner[];
	/** The panel's prices; null if unknown. */
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
		// A server of the operator's own has no list price, whatever its model is called.
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
		planners: [openai, gemini, claude].flatMap((client) =>
			client ? [createPlanner(client)] : [],
		),
		prices,
	};
}

/** Each vendor's small, fast model: every statement is rated by all three. */
export const DEFAULT_MODELS: Record<Provider, string> = {
	openai: "gpt-6-luna",
	claude: "claude-haiku-5-5",
	gemini: "gemini-3.5-flash-lite",
};

export type ConfiguredProviders = Providers & {
	mode: "demo" | "live";
	panel: Provider[];
	prices: Panel["prices"];
};

/** The providers with a key; without any, the simulated ones of demo mode. */
export function createProviders(settings: Settings): ConfiguredProviders {
	const panel = createPanel(panelConfig(settings));
	if (!panel.raters.length) {
		const raters = createSimulatedRaters({
			label: sampleLabel,
			trait: sampleTrait,
			citations: sampleCitations,
		});
		return {
			mode: "demo",
			raters,
			extractors: [],
			transcriber: null,
			planners: [],
			prices: {},
			panel: raters.map(({ provider }) => provider),
		};
	}
	return {
		mode: "live",
		...panel,
		panel: panel.raters.map(({ provider }) => provider),
	};
}

/** An OpenAI address without a key is a server on the operator's own network. */
function panelConfig(settings: Settings): PanelConfig {
	const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = settings;
	const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_MODEL } = settings;
	const { GEMINI_API_KEY, GEMINI_BASE_URL, GEMINI_MODEL } = settings;
	const own = (model: string) => ({
		model,
		price: priceIn(settings.MODEL_PRICES, model),
	});
	return {
		...((OPENAI_API_KEY || OPENAI_BASE_URL) && {
			openai: {
				...(OPENAI_API_KEY && { api_key: OPENAI_API_KEY }),
				base_url: OPENAI_BASE_URL ?? "https://api.openai.com/v1",
				...own(OPENAI_MODEL ?? DEFAULT_MODELS.openai),
			},
		}),
		...(ANTHROPIC_API_KEY && {
			claude: {
				api_key: ANTHROPIC_API_KEY,
				base_url: ANTHROPIC_BASE_URL,
				...own(ANTHROPIC_MODEL ?? DEFAULT_MODELS.claude),
			},
		}),
		...(GEMINI_API_KEY && {
			gemini: {
				api_key: GEMINI_API_KEY,
				base_url: GEMINI_BASE_URL,
				...own(GEMINI_MODEL ?? DEFAULT_MODELS.gemini),
			},
		}),
	};
}
