import type { MiddlewareHandler } from "hono";
import type { CreateDeps } from "#worker/deps.ts";
import type { AppEnv } from "./app-env.ts";
import { ProblemError } from "./problems.ts";

/** Composes what the request needs; a bad setting is named instead of guessed around. */
export function withDeps(createDeps: CreateDeps): MiddlewareHandler<AppEnv> {
	return async (c, next) => {
		const composed = createDeps(c.env);
		if (!composed.ok)
			throw new ProblemError({
				status: 500,
				code: "bad_configuration",
				title: "Bad configuration",
				detail: composed.errors
					.map(({ variable, message }) => `${variable}: ${message}`)
					.join("; "),
			});
		c.set("deps", composed.deps);
		await next();
	};
}
