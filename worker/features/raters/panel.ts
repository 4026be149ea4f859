import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import type { ClientConfig } from "#providers/client.ts";
import { modelFacts } from "#providers/models.ts";
import { type Price, priceIn } from "#providers/prices.ts";
import type { Settings } from "#worker/env.ts";

/**
 * `model` defaults to the vendor's small model. A price from the operator overrides the list
 * price.
 */
type Entry = Omit<ClientConfig, "model" | "price"> & { model?: string; price?: Price | null };

/** An absent provider is not on the panel. */
export type PanelConfig = Partial<Record<Provider, Entry>>;

/**
 * Which providers this site has. Every request needs to know it, so it is described without the
 * code that calls them.
 */
export type ConfiguredProviders = {
	mode: "demo" | "live";
	/** In display order. */
	panel: Provider[];
	/** Tried in order: a later one is used if the earlier ones fail. */
	extractors: Provider[];
	/** The first one plans a run's searches. */
	planners: Provider[];
	/** Those that compare wordings with what was said. */
	wording_readers: Provider[];
	transcriber: Provider | null;
	/** The panel's prices; null if unknown. */
	prices: Partial<Record<Provider, Price | null>>;
};

/** The order in which extractors, planners and readers are tried. */
export const READERS = ["openai", "gemini", "claude"] as const;

/** The providers with a key; without any key, the simulated ones of demo mode. */
export function describeProviders(settings: Settings): ConfiguredProviders {
	const config = panelConfig(settings);
	const panel = PROVIDERS.filter((provider) => config[provider]);
	if (panel.length === 0)
		return {
			mode: "demo",
			panel: [...PROVIDERS],
			extractors: [],
			planners: [],
			wording_readers: [],
			transcriber: null,
			prices: {},
		};
	const readers = READERS.filter((provider) => config[provider]);
	return {
		mode: "live",
		panel,
		extractors: readers,
		planners: readers,
		wording_readers: readers,
		transcriber: config.gemini ? "gemini" : null,
		prices: Object.fromEntries(
			panel.map((provider) => [provider, completeEntry(provider, config)?.price ?? null]),
		),
	};
}

/** A provider's entry with its model and price; undefined if it is not on the panel. */
export function completeEntry(provider: Provider, config: PanelConfig): ClientConfig | undefined {
	const entry = config[provider];
	if (!entry) return undefined;
	const model = entry.model ?? DEFAULT_MODELS[provider];
	// A server run by the operator has no list price, whatever its model is called.
	const listed = entry.api_key === undefined ? null : modelFacts(provider, model).price;
	return { ...entry, model, price: entry.price ?? listed };
}

/**
 * The vendors' small, fast models, because every statement is rated by all three. None has an
 * announced end: OpenAI gives six months' notice, and Claude's is sold until October 2027 at least.
 */
export const DEFAULT_MODELS: Record<Provider, string> = {
	openai: "gpt-6-luna",
	claude: "claude-haiku-5-5",
	gemini: "gemini-3.5-flash-lite",
};

/** A server without a key has one model in memory, and answers one question after the other. */
const LOCAL_AT_ONCE = 1;
const LOCAL_TIMEOUT_MS = 120_000;
const TIMEOUT_MS = 30_000;
const STATEMENTS_AT_ONCE = 24;

/** Whether the panel has a server of the operator's own, which takes its time. */
export function hasLocalModel({ OPENAI_BASE_URL, OPENAI_API_KEY }: Settings): boolean {
	return OPENAI_BASE_URL !== undefined && OPENAI_API_KEY === undefined;
}

/** The deadline of one rating. */
export function providerTimeout(settings: Settings): number {
	const usual = hasLocalModel(settings) ? LOCAL_TIMEOUT_MS : TIMEOUT_MS;
	return settings.PROVIDER_TIMEOUT_MS ?? usual;
}

/** How many statements are in progress at the same time. */
export function ratingConcurrency({ RATING_CONCURRENCY }: Settings): number {
	return RATING_CONCURRENCY ?? STATEMENTS_AT_ONCE;
}

/** An OpenAI address without a key is a server in the operator's own network. */
export function panelConfig(settings: Settings): PanelConfig {
	const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = settings;
	const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_MODEL } = settings;
	const { GEMINI_API_KEY, GEMINI_BASE_URL, GEMINI_MODEL } = settings;
	const own = (model: string) => ({ model, price: priceIn(settings.MODEL_PRICES, model) });
	return {
		...((OPENAI_API_KEY || OPENAI_BASE_URL) && {
			openai: {
				...(OPENAI_API_KEY
					? { api_key: OPENAI_API_KEY }
					: { at_once: settings.RATING_CONCURRENCY ?? LOCAL_AT_ONCE }),
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

/** The settings that name the models. */
export const MODEL_SETTINGS = {
	openai: "OPENAI_MODEL",
	claude: "ANTHROPIC_MODEL",
	gemini: "GEMINI_MODEL",
} as const satisfies Record<Provider, keyof Settings>;

/** Time to try another model before requests fail. */
const NOTICE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * A sentence for each configured model that its vendor retires within NOTICE_DAYS of `today`
 * (yyyy-mm-dd), or has retired. A server without a key is the operator's own.
 */
export function retirementWarnings(settings: Settings, today: string): string[] {
	const config = panelConfig(settings);
	return PROVIDERS.flatMap((provider) => {
		const entry = completeEntry(provider, config);
		if (entry?.api_key === undefined) return [];
		const { retires_on } = modelFacts(provider, entry.model);
		if (retires_on === null) return [];
		const days = Math.round((Date.parse(retires_on) - Date.parse(today)) / DAY_MS);
		if (days > NOTICE_DAYS) return [];
		const end = days > 0 ? "will be retired" : "was retired";
		return `${entry.model} ${end} on ${retires_on}. Set ${MODEL_SETTINGS[provider]} to another model, for example ${DEFAULT_MODELS[provider]}.`;
	});
}
