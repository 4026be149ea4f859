import type { DbSource } from "#db/client.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Settings } from "#worker/env.ts";

/** libSQL where an address is set, else the D1 binding. */
export function databaseSource(env: Bindings, settings: Settings): DbSource {
	const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = settings;
	if (LIBSQL_URL)
		return { libsql_url: LIBSQL_URL, auth_token: LIBSQL_AUTH_TOKEN };
	if (env.DB) return { d1: env.DB };
	throw new Error("There is neither a D1 binding DB nor a LIBSQL_URL.");
}
