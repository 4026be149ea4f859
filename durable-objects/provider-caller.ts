import { DurableObject } from "cloudflare:workers";
import type { SourceContext } from "#features/evidence/evidence-source.ts";
import {
	type ReadAnswer,
	type ReadRequest,
	readHit,
	type SearchAnswer,
	type SearchRequest,
	searchSources,
} from "#features/evidence/find-pages.ts";
import {
	createSourceContext,
	openSources,
} from "#features/evidence/open-sources.ts";
import { createProviders } from "#features/raters/panel.ts";
import {
	callProvider,
	type ProviderRequest,
} from "#features/raters/provider-calls.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { Bindings } from "#worker/bindings.ts";
import { requireSettings, type Settings } from "#worker/env.ts";

/**
 * Makes a video's provider calls, searches and reads with its own six connections. Stores
 * nothing: the object that asked decides what an answer is worth and stores it.
 */
export class ProviderCaller extends DurableObject<Bindings> {
	readonly #fetch = createOutboundGate({});
	readonly #settings: Settings = requireSettings(this.env);
	readonly #providers = createProviders(this.#settings);

	readonly #sources = openSources(this.#settings, this.#providers.mode);
	#source_context: SourceContext | null = null;

	get #context(): SourceContext {
		this.#source_context ??= createSourceContext(
			this.#settings,
			this.env,
			this.#fetch,
		);
		return this.#source_context;
	}

	search(request: SearchRequest): Promise<SearchAnswer> {
		return searchSources(this.#sources, request, this.#context);
	}

	read(request: ReadRequest): Promise<ReadAnswer> {
		return readHit(this.#sources, request, this.#context);
	}

	/** Does nothing: when it returns, the object exists. */
	ready(): void {}

	call(request: ProviderRequest) {
		return callProvider(this.#providers, request, {
			fetch: this.#fetch,
			now: () => Date.now(),
			random: () => Math.random(),
			sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
			timeout_ms: this.#settings.PROVIDER_TIMEOUT_MS,
		});
	}
}
