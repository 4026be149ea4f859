import type { Bindings } from "../bindings.ts";
import { type ParsedEnv, parseEnv, type Settings } from "../env.ts";
import { type ConfiguredProviders, createProviders } from "./providers.ts";

/** What an environment says, and the providers that it configures. */
export type JudgedEnvironment =
	| { ok: true; settings: Settings; providers: ConfiguredProviders }
	| (ParsedEnv & { ok: false });

/** An instance gets the same environment with every request, and it never changes. */
const judged = new WeakMap<Bindings, JudgedEnvironment>();

/** Reads an environment the first time that it is seen: doing so costs as much as answering. */
export function judgeEnvironment(env: Bindings): JudgedEnvironment {
	const known = judged.get(env);
	if (known) return known;
	const parsed = parseEnv(env as unknown as Record<string, unknown>);
	const fresh: JudgedEnvironment = parsed.ok
		? { ...parsed, providers: createProviders(parsed.settings) }
		: parsed;
	judged.set(env, fresh);
	return fresh;
}
