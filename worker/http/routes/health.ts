import { Hono } from "hono";
import type { Health } from "#contract/site.ts";
import type { AppEnv } from "../app-env.ts";

export const health = new Hono<AppEnv>().get("/", (c) => {
	const { mode, panel } = c.get("deps").site;
	return c.json({ status: "ok", mode, panel } satisfies Health);
});
