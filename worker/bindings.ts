/** What wrangler.toml binds; settings come along as strings of their own names. */
export type Bindings = {
	DB?: D1Database;
	ASSETS?: Fetcher;
	VIDEO_ANALYSIS: DurableObjectNamespace;
	PROVIDER_CALLER: DurableObjectNamespace;
	NOTIFICATION_BELL: DurableObjectNamespace;
	QUOTA: DurableObjectNamespace;
	DAY_LEDGER: DurableObjectNamespace;
};
