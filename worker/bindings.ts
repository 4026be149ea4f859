import type { D1Database } from "@cloudflare/workers-types";
import type { DayLedger } from "#objects/day-ledger.ts";
import type { NotificationBell } from "#objects/notification-bell.ts";
import type { ProviderCaller } from "#objects/provider-caller.ts";
import type { ProviderLimiter } from "#objects/provider-limiter.ts";
import type { Quota } from "#objects/quota.ts";
import type { SourceLimiter } from "#objects/source-limiter.ts";
import type { VideoAnalysis } from "#objects/video-analysis.ts";
import type { PinnedFetcher } from "#outbound/pinned-fetch.ts";
import type { PdfService } from "./pdf-reader/wire.ts";

/** The files of the built web app. */
export type Assets = { fetch: typeof fetch };

/** The bindings in wrangler.toml. Each setting is a string under its own name. */
export type Bindings = {
	DB?: D1Database;
	ASSETS?: Assets;
	PDF_READER?: PdfService;
	/** Read by `env.ts` like every setting, and for problems before that. */
	APP_ORIGIN?: string;
	/** How much the cache may keep where no platform bounds it: under `npm start`. */
	LOCAL_CACHE_BYTES?: number;
	/** Whether nobody else can reach the server: under `npm start`. */
	ONLY_THIS_MACHINE?: boolean;
	VIDEO_ANALYSIS: DurableObjectNamespace<VideoAnalysis>;
	PROVIDER_CALLER: DurableObjectNamespace<ProviderCaller>;
	PROVIDER_LIMITER: DurableObjectNamespace<ProviderLimiter>;
	NOTIFICATION_BELL: DurableObjectNamespace<NotificationBell>;
	QUOTA: DurableObjectNamespace<Quota>;
	DAY_LEDGER: DurableObjectNamespace<DayLedger>;
	SOURCE_LIMITER: DurableObjectNamespace<SourceLimiter>;
	/** Under `npm start` only; not in wrangler.toml. */
	PINNED_FETCH?: PinnedFetcher;
};
