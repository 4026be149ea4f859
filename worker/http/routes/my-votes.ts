import { Hono } from "hono";
import type { MyVotes } from "#contract/votes.ts";
import type { AppEnv } from "../app-env.ts";
import { requireMember } from "../require-member.ts";
import { videoIdOf } from "../video-id-of.ts";

/** The member's own votes on the video that the path names. */
export const myVotes = new Hono<AppEnv>().get("/", async (c) => {
	const { id } = requireMember(c, "Please sign in to see your votes");
	const votes = await c.get("deps").votes.mine(videoIdOf(c), id);
	c.header("cache-control", "no-store");
	return c.json({ votes } satisfies MyVotes);
});
