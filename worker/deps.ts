import { composeAnalyses } from "#worker/compose/analyses.ts";
import { composeBase } from "#worker/compose/base.ts";
import { composeRequestedAnalyses } from "#worker/compose/requested-analyses.ts";
import type { Bindings } from "./bindings.ts";
import type { Context } from "./context.ts";

/** What is not a function of the context yet, by subject. */
export type Deps = ReturnType<typeof createDeps>;

export function createDeps(env: Bindings, context: Context) {
	const base = composeBase(env, context);
	return {
		log: base.log,
		analyses: composeAnalyses(base),
		requestedAnalyses: composeRequestedAnalyses(base),
	};
}
