import type { Context } from "hono";
import type { Later } from "#use-cases/mailer.ts";
import type { AppEnv } from "./app-env.ts";
import { logFailure } from "./log-failure.ts";

/** Runs work while, and after, the answer is on its way; a failure is logged. */
export function inBackground(c: Context<AppEnv>): Later {
	return (work) => {
		const logged = work().catch((error: unknown) => {
			logFailure(error, c.get("request_id"));
		});
		c.executionCtx.waitUntil(logged);
	};
}
