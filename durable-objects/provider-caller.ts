import { DurableObject } from "cloudflare:workers";
import type { CountBytes } from "#features/evidence/document-upload.ts";
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
import { testSources } from "#features/evidence/test-sources.ts";
import { type CopyOutcome, findCopy } from "#features/evidence/wayback.ts";
import type { ServiceAnswer } from "#features/operations/service-test-queries.ts";
import { createProviders } from "#features/raters/create-providers.ts";
import { panelConfig, providerTimeout } from "#features/raters/panel.ts";
import { callProvider, type ProviderRequest } from "#features/raters/provider-calls.ts";
import { testProviders } from "#features/raters/test-providers.ts";
import type { CallContext } from "#providers/retrying-call.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";

/** Someone waits for the answer to a test. */
const TEST_MS = 25_000;

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

	/** `countBytes` counts in the object that asks, for all that read for it. */
	read(request: ReadRequest, countBytes?: CountBytes): Promise<ReadAnswer> {
		// An article that a member brings is read even if Wikipedia is not searched.
		const readers = pageReaders(this.#context.settings);
		return readHit([...this.#sources, ...readers], request, this.#asking, countBytes);
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
		const timeout_ms = providerTimeout(this.#context.settings);
		return callProvider(this.#providers, request, this.#callContext(timeout_ms, patience_ms));
	}

	/** One tiny call to each provider and source. */
	async test(): Promise<ServiceAnswer[]> {
		const { settings } = this.#context;
		const [providers, sources] = await Promise.all([
			testProviders(panelConfig(settings), this.#callContext(TEST_MS, TEST_MS)),
			testSources(this.#sources, this.#asking),
		]);
		return [
			...providers.map(({ provider, ...it }) => ({
				kind: "provider" as const,
				id: provider,
				...it,
			})),
			...sources.map(({ source, ...it }) => ({
				kind: "source" as const,
				id: source,
				model: null,
				...it,
			})),
		];
	}

	#callContext(timeout_ms: number, patience_ms: number): CallContext {
		return {
			fetch: this.#context.outbound,
			now: () => Date.now(),
			random: () => Math.random(),
			sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
			timeout_ms,
			patience_ms,
			gateOf: (name) => this.env.PROVIDER_LIMITER.getByName(name),
		};
	}
}
