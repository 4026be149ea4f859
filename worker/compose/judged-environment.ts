import {
	type ConfiguredProviders,
	createProviders,
} from "#features/raters/panel.ts";
import type { Bindings } from "#worker/bindings.ts";
import { type ParsedEnv, parseVariables, type Settings } from "#worker/env.ts";

/** What an environment says, and the providers that it configures. */
export type ParsedEnvironment =
	| { ok: true; settings: Settings; providers: ConfiguredProviders }
	| (ParsedEnv & { ok: false });

/** An instance gets the same environment with every request, and it never changes. */
const judged = new WeakMap<Bindings, ParsedEnvironment>();

/** Reads an environment the first time that it is seen: doing so costs as much as answering. */
export function parseEnvironment(env: Bindings): ParsedEnvironment {
	const known = judged.get(env);
	if (known) return known;
	const parsed = parseVariables(env as unknown as Record<string, unknown>);
	const fresh: ParsedEnvironment = parsed.ok
		? { ...parsed, providers: createProviders(parsed.settings) }
		: parsed;
	judged.set(env, fresh);
	return fresh;
}
