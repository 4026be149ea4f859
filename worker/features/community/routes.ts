import { Hono } from "hono";
import { Community } from "#contract/community.ts";
import type { AppEnv } from "#http/app-env.ts";
import { json, type Operations } from "#http/operation.ts";
import { readCommunity } from "./read-community.ts";

/** The same for everyone, at most once a minute. */
export const community = new Hono<AppEnv>().get("/", async (c) => {
	const page = await readCommunity(c.get("context"));
	c.header("cache-control", "public, max-age=60");
	return c.json(page);
});

/** The community page in the API description. */
export const communityOperations = (): Operations => ({
	"GET /api/community": {
		id: "getCommunity",
		summary: "Overview, leaderboard and recent activity",
		access: "everyone",
		answers: { 200: json("At most a minute old.", Community) },
	},
});
