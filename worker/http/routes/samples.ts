import { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";

export const samples = new Hono<AppEnv>().get("/", (c) =>
	c.json({ samples: c.get("deps").site.samples }),
);
