import { Hono } from "hono";
import { readCommunity } from "#use-cases/read-community.ts";
import type { AppEnv } from "../app-env.ts";

/** The same for everyone, and worth no more than once a minute. */
export const community = new Hono<AppEnv>().get("/", async (c) => {
	const page = await readCommunity(c.get("deps").community, new Date());
	c.header("cache-control", "public, max-age=60");
	return c.json(page);
});
