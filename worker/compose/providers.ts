import { DEFAULT_MODELS } from "#adapters/ai/default-models.ts";
import {
	createPanel,
	type Panel,
	type PanelConfig,
} from "#adapters/ai/panel.ts";
import { createSimulatedRaters } from "#adapters/ai/simulated-raters.ts";
import { sampleLabel } from "#adapters/samples/sample-label.ts";
import type { Provider } from "#contract/ids.ts";
import { priceIn } from "#domain/prices.ts";
import type { Providers } from "#pipeline/perform-call.ts";
import type { Settings } from "../env.ts";

export type ConfiguredProviders = Providers & {
	mode: "demo" | "live";
	panel: Provider[];
	prices: Panel["prices"];
};

/** The providers with a key; with none at all, the simulated ones of demo mode. */
export function createProviders(settings: Settings): ConfiguredProviders {
	const panel = createPanel(panelConfig(settings));
	if (!panel.raters.length) {
		const raters = createSimulatedRaters(sampleLabel);
		return {
			mode: "demo",
			raters,
			extractors: [],
			transcriber: null,
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
