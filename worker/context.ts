import { type Databases, type DbSource, openDatabases } from "#db/client.ts";
import type { Reading, Writes } from "#db/replicas.ts";
import type { View } from "#db/view.ts";
import { type ConfiguredProviders, describeProviders } from "#features/raters/panel.ts";
import { problem } from "#http/problems.ts";
import type { CountedLimit } from "#identity/quota-window.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import type { Bindings } from "./bindings.ts";
import { parseVariables, type Settings } from "./env.ts";
import { createLog, type Log } from "./log.ts";

/**
 * The first argument of every operation. One is created for each request, each run of the cron
 * job and each Durable Object.
 */
export type Context = {
	settings: Settings;
	/** The panel, or the simulated raters of demo mode. */
	providers: ConfiguredProviders;
	/** Hides simulated results if a provider has a key. */
	view: View;
	db: Databases;
	/** What the request has written, for the reads that follow it. */
	writes: Writes;
	/** The Durable Object namespaces, by binding name. */
	objects: Omit<Bindings, "DB" | "ASSETS" | "PINNED_FETCH">;
	/** Every outgoing call uses this fetch, which allows at most six connections at the same time. */
	outbound: OutboundFetch;
	now: () => Date;
	/** Returns a number in [0, 1). */
	random: () => number;
	log: Log;
	/** The limits that this request was counted against, by policy, for the response headers. */
	counted: Map<string, CountedLimit>;
};

type Environment = { settings: Settings; providers: ConfiguredProviders };

/**
 * Caches the parsed environment: it is the same object for every request of an isolate and never
 * changes.
 */
const parsed = new WeakMap<Bindings, Environment>();

/**
 * Throws a ProblemError that names each invalid variable. Objects and the cron read from the
 * primary only.
 */
export function createContext(env: Bindings, reading: Reading = "primary"): Context {
	const { settings, providers } = parseEnvironment(env);
	const writes: Writes = { bookmark: null, by_object: false };
	return {
		settings,
		providers,
		view: { simulated: providers.mode === "demo" },
		db: openDatabases(databaseSource(env, settings), reading, writes),
		writes,
		objects: env,
		outbound: createOutboundGate({ pinned: env.PINNED_FETCH }),
		now: () => new Date(),
		random: Math.random,
		log: createLog(settings.LOG_LEVEL),
		counted: new Map(),
	};
}

/** Parses an environment once, because parsing takes as long as answering a request. */
function parseEnvironment(env: Bindings): Environment {
	const known = parsed.get(env);
	if (known) return known;
	const variables = parseVariables(env);
	if (!variables.ok)
		throw problem("bad_configuration", {
			values: {
				errors: variables.errors
					.map(({ variable, message }) => `${variable}: ${message}`)
					.join("; "),
			},
		});
	const { settings } = variables;
	const fresh = { settings, providers: describeProviders(settings) };
	parsed.set(env, fresh);
	return fresh;
}

/** Uses libSQL if its address is set, otherwise the D1 binding. */
function databaseSource(env: Bindings, settings: Settings): DbSource {
	const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = settings;
	if (LIBSQL_URL) return { libsql_url: LIBSQL_URL, auth_token: LIBSQL_AUTH_TOKEN };
	if (env.DB) return { d1: env.DB };
	throw new Error("There is neither a D1 binding DB nor a LIBSQL_URL.");
}
