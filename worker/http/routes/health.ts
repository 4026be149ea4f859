import { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { healthOf } from "../health-of.ts";

export const health = new Hono<AppEnv>().get("/", (c) =>
	c.json(healthOf(c.get("deps").site)),
);
