import { Hono } from "hono";
import type { AppEnv } from "#http/app-env.ts";
import { readCommunity } from "./read-community.ts";

/** The same for everyone, and worth no more than once a minute. */
export const community = new Hono<AppEnv>().get("/", async (c) => {
	const page = await readCommunity(c.get("context"));
	c.header("cache-control", "public, max-age=60");
	return c.json(page);
});
