import { type Db, type DbSource, openDb } from "#db/client.ts";
import type { View } from "#db/view.ts";
import {
	type ConfiguredProviders,
	createProviders,
} from "#features/raters/panel.ts";
import { problem } from "#http/problems.ts";
import type { CountedLimit } from "#identity/quota.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import type { Bindings } from "./bindings.ts";
import { parseVariables, type Settings } from "./env.ts";
import { createLog, type Log } from "./log.ts";

/**
 * The first argument of every operation: made once for a request, for a run of the cron
 * and for the life of an object.
 */
export type Context = {
	settings: Settings;
	/** The panel, or the simulated raters of demo mode. */
	providers: ConfiguredProviders;
	/** If a provider has a key, simulated results are hidden. */
	view: View;
	db: {
		/** For reads that may be a moment old. */
		near: Db;
		/** For writes, and for reads that decide something. */
		primary: Db;
	};
	/** The bindings of the Durable Objects, by name. */
	objects: Omit<Bindings, "DB" | "ASSETS">;
	/** Every outgoing call goes through this: at most six connections at once. */
	outbound: OutboundFetch;
	now: () => Date;
	/** From 0 to below 1. */
	random: () => number;
	log: Log;
	/** The limits that this request was counted against, by policy, for the answer's headers. */
	counted: Map<string, CountedLimit>;
};

type Environment = { settings: Settings; providers: ConfiguredProviders };

/** An isolate gets the same environment with every request, and it never changes. */
const parsed = new WeakMap<Bindings, Environment>();

/** Throws a ProblemError that names each variable with a bad value. */
export function createContext(env: Bindings): Context {
	const { settings, providers } = parseEnvironment(env);
	const db = openDb(databaseSource(env, settings));
	return {
		settings,
		providers,
		view: { simulated: providers.mode === "demo" },
		db: { near: db, primary: db },
		objects: env,
		outbound: createOutboundGate({}),
		now: () => new Date(),
		random: Math.random,
		log: createLog(settings.LOG_LEVEL),
		counted: new Map(),
	};
}

/** Parses an environment once: parsing costs as much as answering a request. */
function parseEnvironment(env: Bindings): Environment {
	const known = parsed.get(env);
	if (known) return known;
	const variables = parseVariables(env as unknown as Record<string, unknown>);
	if (!variables.ok)
		throw problem("bad_configuration", {
			values: {
				errors: variables.errors
					.map(({ variable, message }) => `${variable}: ${message}`)
					.join("; "),
			},
		});
	const { settings } = variables;
	const fresh = { settings, providers: createProviders(settings) };
	parsed.set(env, fresh);
	return fresh;
}

/** libSQL if its address is set, else the D1 binding. */
function databaseSource(env: Bindings, settings: Settings): DbSource {
	const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = settings;
	if (LIBSQL_URL)
		return { libsql_url: LIBSQL_URL, auth_token: LIBSQL_AUTH_TOKEN };
	if (env.DB) return { d1: env.DB };
	throw new Error("There is neither a D1 binding DB nor a LIBSQL_URL.");
}
