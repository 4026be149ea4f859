import type { D1Database, DurableObjectNamespace } from "@cloudflare/workers-types";
import type { PinnedFetcher } from "#outbound/pinned-fetch.ts";
import type { PdfService } from "./pdf-reader/wire.ts";

/** The files of the built web app. */
export type Assets = { fetch: typeof fetch };

/** The bindings in wrangler.toml. Each setting is a string under its own name. */
export type Bindings = {
	DB?: D1Database;
	ASSETS?: Assets;
	PDF_READER?: PdfService;
	/** How much the cache may keep where no platform bounds it: under `npm start`. */
	LOCAL_CACHE_BYTES?: number;
	VIDEO_ANALYSIS: DurableObjectNamespace;
	PROVIDER_CALLER: DurableObjectNamespace;
	NOTIFICATION_BELL: DurableObjectNamespace;
	QUOTA: DurableObjectNamespace;
	DAY_LEDGER: DurableObjectNamespace;
	SOURCE_LIMITER: DurableObjectNamespace;
	/** Under `npm start` only; not in wrangler.toml. */
	PINNED_FETCH?: PinnedFetcher;
};
