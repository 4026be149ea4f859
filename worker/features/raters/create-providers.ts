import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import { createTranscriber } from "#features/captions/transcriber.ts";
import { createPlanner } from "#features/evidence/search-plan.ts";
import { createSupportReader } from "#features/evidence/support-check.ts";
import { sampleCitations } from "#features/samples/sample-pages.ts";
import { sampleLabel, sampleTrait } from "#features/samples/samples.ts";
import { createExtractor } from "#features/statements/extractor.ts";
import { createWordingReader } from "#features/statements/wording-reader.ts";
import { createClaudeClient } from "#providers/claude.ts";
import type { Client, ClientConfig } from "#providers/client.ts";
import { createGeminiClient } from "#providers/gemini.ts";
import { createOpenAiClient } from "#providers/openai.ts";
import type { Settings } from "#worker/env.ts";
import { completeEntry, type PanelConfig, panelConfig, READERS } from "./panel.ts";
import type { Providers } from "./provider-calls.ts";
import { createRater } from "./rater.ts";
import { createSimulatedRaters, createSimulatedReaders } from "./simulated-raters.ts";

const CLIENTS = {
	openai: createOpenAiClient,
	claude: createClaudeClient,
	gemini: createGeminiClient,
};

export function createClient(provider: Provider, config: ClientConfig): Client {
	return CLIENTS[provider](config);
}

/** The calls to the panel's providers, in the roles and the order of `describeProviders`. */
export function createPanel(config: PanelConfig): Providers {
	const clients: Partial<Record<keyof typeof CLIENTS, Client>> = {};
	for (const provider of PROVIDERS) {
		const entry = completeEntry(provider, config);
		if (entry) clients[provider] = createClient(provider, entry);
	}
	const readers = READERS.flatMap((provider) => clients[provider] ?? []);
	const panel = PROVIDERS.flatMap((provider) => clients[provider] ?? []);
	return {
		raters: panel.map(createRater),
		support_readers: panel.map(createSupportReader),
		extractors: readers.map(createExtractor),
		transcriber: clients.gemini ? createTranscriber(clients.gemini) : null,
		planners: readers.map(createPlanner),
		wording_readers: readers.map(createWordingReader),
	};
}

/** The providers with a key; without any key, the simulated raters of demo mode. */
export function createProviders(settings: Settings): Providers {
	const panel = createPanel(panelConfig(settings));
	if (panel.raters.length > 0) return panel;
	const notes = { label: sampleLabel, trait: sampleTrait, citations: sampleCitations };
	return {
		raters: createSimulatedRaters(notes),
		support_readers: createSimulatedReaders(notes),
		wording_readers: [],
		extractors: [],
		transcriber: null,
		planners: [],
	};
}
