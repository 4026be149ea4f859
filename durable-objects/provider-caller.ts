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
import { createSourceContext, openSources, pageReaders } from "#features/evidence/open-sources.ts";
import { type CitedPage, type ReopenOutcome, reopenPage } from "#features/evidence/reopen-page.ts";
import { type CopyOutcome, findCopy } from "#features/evidence/wayback.ts";
import { createProviders } from "#features/raters/create-providers.ts";
import { describeProviders } from "#features/raters/panel.ts";
import { callProvider, type ProviderRequest } from "#features/raters/provider-calls.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";
import { requireSettings, type Settings } from "#worker/env.ts";

/**
 * Makes a video's provider calls, searches and page reads over its own six connections. Stores
 * nothing: the calling object validates and stores the answers.
 */
export class ProviderCaller extends DurableObject<Bindings> {
	readonly #fetch = createOutboundGate({ pinned: this.env.PINNED_FETCH });
	readonly #settings: Settings = requireSettings(this.env);
	readonly #providers = createProviders(this.#settings);
	readonly #sources = openSources(this.#settings, describeProviders(this.#settings).mode);
	#source_context: SourceContext | null = null;

	get #context(): SourceContext {
		this.#source_context ??= createSourceContext(
			this.#settings,
			(service) => this.env.SOURCE_LIMITER.getByName(service),
			this.env,
			this.#fetch,
			// It outlives a request, so each use opens the database again.
			() => createContext(this.env).db.primary,
		);
		return this.#source_context;
	}

	search(request: SearchRequest): Promise<SearchAnswer> {
		return searchSources(this.#sources, request, this.#context);
	}

	read(request: ReadRequest): Promise<ReadAnswer> {
		return readHit(this.#sources, request, this.#context);
	}

	findCopy(page: CitedPage): Promise<CopyOutcome> {
		const { ARCHIVE_BASE_URL } = this.#settings;
		return findCopy(ARCHIVE_BASE_URL, page, this.#context);
	}

	reopen(page: CitedPage): Promise<ReopenOutcome> {
		const readers = pageReaders(this.#settings);
		return reopenPage(readers, page, "current", this.#context);
	}

	/** Does nothing. Calling it creates the object. */
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
