import type { Context } from "hono";
import type { Later } from "#outbound/mail/mailer.ts";
import { logFailure } from "./answer-problem.ts";
import type { AppEnv } from "./app-env.ts";

/** Runs work during and after the response; a failure is logged. */
export function runInBackground(c: Context<AppEnv>): Later {
	return (work) => {
		const logged = work().catch((error: unknown) => {
			logFailure(error, c.get("request_id"));
		});
		c.executionCtx.waitUntil(logged);
	};
}
