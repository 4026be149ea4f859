import { DurableObject } from "cloudflare:workers";
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
import { providerTimeout } from "#features/raters/panel.ts";
import { callProvider, type ProviderRequest } from "#features/raters/provider-calls.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";

/**
 * Makes a video's provider calls, searches and page reads over its own six connections. Stores
 * nothing: the calling object validates and stores the answers.
 */
export class ProviderCaller extends DurableObject<Bindings> {
	readonly #context = createContext(this.env);
	readonly #providers = createProviders(this.#context.settings);
	readonly #sources = openSources(this.#context.settings, this.#context.providers.mode);
	readonly #asking = createSourceContext(
		this.#context.settings,
		(service) => this.env.SOURCE_LIMITER.getByName(service),
		this.env,
		this.#context.outbound,
		// It outlives a request, so each use opens the database again.
		() => createContext(this.env).db.primary,
	);

	search(request: SearchRequest): Promise<SearchAnswer> {
		return searchSources(this.#sources, request, this.#asking);
	}

	read(request: ReadRequest): Promise<ReadAnswer> {
		// An article that a member brings is read even if Wikipedia is not searched.
		const readers = pageReaders(this.#context.settings);
		return readHit([...this.#sources, ...readers], request, this.#asking);
	}

	findCopy(page: Omit<CitedPage, "canonical_version">): Promise<CopyOutcome> {
		const { ARCHIVE_BASE_URL } = this.#context.settings;
		return findCopy(ARCHIVE_BASE_URL, page, this.#asking);
	}

	reopen(page: CitedPage): Promise<ReopenOutcome> {
		const readers = pageReaders(this.#context.settings);
		return reopenPage(readers, page, "current", this.#asking);
	}

	/** Does nothing. Calling it creates the object. */
	ready(): void {}

	/** `patience_ms`: how long the call may wait for the provider's limits. */
	call(request: ProviderRequest, patience_ms: number) {
		return callProvider(this.#providers, request, {
			fetch: this.#context.outbound,
			now: () => Date.now(),
			random: () => Math.random(),
			sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
			timeout_ms: providerTimeout(this.#context.settings),
			patience_ms,
			gateOf: (name) => this.env.PROVIDER_LIMITER.getByName(name),
		});
	}
}
