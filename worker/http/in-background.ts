import type { Context } from "hono";
import type { Later } from "#use-cases/mailer.ts";
import type { AppEnv } from "./app-env.ts";

/** Runs work while, and after, the answer is on its way; a failure is logged. */
export function inBackground(c: Context<AppEnv>): Later {
	return (work) => {
		const logged = work().catch((error: unknown) => {
			console.error(
				JSON.stringify({
					level: "error",
					request_id: c.get("request_id"),
					error: error instanceof Error ? error.message : String(error),
				}),
			);
		});
		c.executionCtx.waitUntil(logged);
	};
}
