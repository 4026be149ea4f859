import { type Db, openDb } from "#db/client.ts";
import type { View } from "#db/view.ts";
import type { ConfiguredProviders } from "#features/raters/panel.ts";
import { type CountedLimit, createQuotas } from "#identity/quota.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Settings } from "#worker/env.ts";
import { createLog, type Log } from "#worker/log.ts";
import { databaseSource } from "./database-source.ts";

/** What every subject's composition starts from; made anew for each request. */
export type Base = {
	env: Bindings;
	settings: Settings;
	db: Db;
	providers: ConfiguredProviders;
	/** Once a provider has a key, simulated results count as absent. */
	view: View;
	/** What is counted here is told to the caller. */
	quota: ReturnType<typeof createQuotas>;
	/** The limits that this request has counted against, by policy. */
	counted: Map<string, CountedLimit>;
	log: Log;
	/** ISO 8601. */
	now: () => string;
};

export function composeBase(
	env: Bindings,
	settings: Settings,
	providers: ConfiguredProviders,
): Base {
	const counted = new Map<string, CountedLimit>();
	return {
		env,
		settings,
		db: openDb(databaseSource(env, settings)),
		providers,
		view: { simulated: providers.mode === "demo" },
		quota: createQuotas(env.QUOTA, counted),
		counted,
		log: createLog(settings.LOG_LEVEL),
		now: () => new Date().toISOString(),
	};
}
