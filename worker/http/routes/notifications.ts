import { type Context, Hono } from "hono";
import { ReadRequest } from "#contract/notifications.ts";
import { tooMany } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { headOfStream } from "../head-of-stream.ts";
import { inBackground } from "../in-background.ts";
import { readJson } from "../read-json.ts";
import { requireMember } from "../require-member.ts";

const MAX_BODY_BYTES = 4 * 1024;
/** By then streams that nobody reads have been noticed. */
const RETRY_S = 30;

/** What the member is told. */
export const notifications = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { id } = readerOf(c);
		const list = await c.get("deps").notifications.read(id);
		c.header("cache-control", "no-store");
		return c.json(list);
	})
	.post("/read", async (c) => {
		const { id } = readerOf(c);
		const { notifications } = c.get("deps");
		const request = await readJson(c, ReadRequest, MAX_BODY_BYTES);
		const list = await notifications.markRead(id, request);
		// The member's other pages hear of it as well.
		inBackground(c)(() => notifications.bellOf(id).ring([]));
		c.header("cache-control", "no-store");
		return c.json(list);
	})
	.get("/events", async (c) => {
		const { id } = readerOf(c);
		if (c.req.method === "HEAD") return headOfStream();
		const bell = c.get("deps").notifications.bellOf(id);
		const stream = await bell.events(c.req.raw.signal);
		if (!stream)
			throw tooMany("You have too many pages of ours open.", RETRY_S);
		// Copied, because an answer from outside has headers that cannot be added to.
		return new Response(stream.body, stream);
	});

function readerOf(c: Context<AppEnv>) {
	return requireMember(c, "Please sign in to see your notifications");
}
