import { composeBase } from "#worker/compose/base.ts";
import { composeClaims } from "#worker/compose/claims.ts";
import { composeResponses } from "#worker/compose/responses.ts";
import type { Bindings } from "./bindings.ts";
import type { Context } from "./context.ts";

/** What is not a function of the context yet, by subject. */
export type Deps = ReturnType<typeof createDeps>;

export function createDeps(env: Bindings, context: Context) {
	const base = composeBase(env, context);
	return {
		claims: composeClaims(base),
		responses: composeResponses(base),
	};
}
