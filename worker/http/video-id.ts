import type { Context } from "hono";
import { VideoId } from "#contract/ids.ts";
import type { AppEnv } from "./app-env.ts";
import { problem } from "./problems.ts";

/** The video in the path. A text that cannot be an id is an unknown video. */
export function readVideoId(c: Context<AppEnv>): VideoId {
	const parsed = VideoId.safeParse(c.req.param("id"));
	if (!parsed.success) throw problem("video_not_found");
	return parsed.data;
}
