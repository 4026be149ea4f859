import { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { healthOf } from "../health-of.ts";

/** A check is not made more often than that. */
const ASK_AGAIN_S = 5;

export const health = new Hono<AppEnv>()
	.get("/", (c) => c.json(healthOf(c.get("deps").site)))
	.get("/ready", async (c) => {
		const readiness = await c.get("deps").operations.readiness();
		if (readiness.status === "ok") return c.json(readiness);
		c.header("retry-after", String(ASK_AGAIN_S));
		return c.json(readiness, 503);
	});
