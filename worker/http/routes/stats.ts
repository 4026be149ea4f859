import { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";

export const stats = new Hono<AppEnv>().get("/", async (c) =>
	c.json(await c.get("deps").videos.stats()),
);
