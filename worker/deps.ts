import { SAMPLES } from "#adapters/samples/samples.ts";
import type { Sample } from "#contract/site.ts";
import { isOwnOrigin } from "#domain/own-origin.ts";
import type { Bindings } from "./bindings.ts";
import { composeAccounts } from "./compose/accounts.ts";
import { composeAnalyses } from "./compose/analyses.ts";
import { composeBase } from "./compose/base.ts";
import { composeVideos } from "./compose/videos.ts";
import { type ParsedEnv, parseEnv, type Settings } from "./env.ts";

/** Everything a request works with, by subject, bound to this environment. */
export type Deps = ReturnType<typeof composeDeps>;
export type CreateDeps = (
	env: Bindings,
) =>
	| { ok: true; deps: Deps }
	| { ok: false; errors: (ParsedEnv & { ok: false })["errors"] };

export const createDeps: CreateDeps = (env) => {
	const parsed = parseEnv(env as unknown as Record<string, unknown>);
	return parsed.ok
		? { ok: true, deps: composeDeps(env, parsed.settings) }
		: { ok: false, errors: parsed.errors };
};

function composeDeps(env: Bindings, settings: Settings) {
	const base = composeBase(env, settings);
	const { mode, panel } = base.providers;
	return {
		site: {
			mode,
			panel,
			samples: mode === "demo" ? SAMPLES.map(sampleOf) : [],
			isOwnOrigin: (origin: string, request_url: string) =>
				isOwnOrigin(origin, request_url, settings.APP_ORIGIN),
		},
		accounts: composeAccounts(base),
		analyses: composeAnalyses(base),
		videos: composeVideos(base),
	};
}

function sampleOf({ id, url, title, duration }: Sample): Sample {
	return { id, url, title, duration };
}
