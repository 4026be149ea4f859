import { Hono } from "hono";
import { Notifications, ReadRequest } from "#contract/notifications.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { readJson } from "#http/body.ts";
import { headOfStream } from "#http/event-stream.ts";
import { content, json, type Operations } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { requireMember } from "#identity/require.ts";
import { openNotificationStream, publishToMember } from "./publish.ts";
import { markRead, readNotifications } from "./queries.ts";

const MAX_BODY_BYTES = 4 * 1024;
/** By then a write has detected streams that nobody reads. */
const RETRY_S = 30;

/** The member's notifications. */
export const notifications = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { id } = requireReader(c);
		const list = await readNotifications(c.get("context").db.near, id);
		c.header("cache-control", "no-store");
		return c.json(list);
	})
	.post("/read", async (c) => {
		const { id } = requireReader(c);
		const context = c.get("context");
		const request = await readJson(c, ReadRequest, MAX_BODY_BYTES);
		const list = await markRead(context.db.primary, id, request);
		// Updates the member's other open pages.
		runInBackground(c)(() => publishToMember(context, id, []));
		c.header("cache-control", "no-store");
		return c.json(list);
	})
	.get("/events", async (c) => {
		const { id } = requireReader(c);
		if (c.req.method === "HEAD") return headOfStream();
		const stream = await openNotificationStream(
			c.get("context"),
			id,
			c.get("credential_hash") ?? "",
			c.req.raw.signal,
		);
		if (stream === "ended") throw problem("not_signed_in/notifications");
		if (stream === "too_many") throw problem("too_many_requests/pages", { retry_after_s: RETRY_S });
		// Copied, because the headers of an answer from outside are immutable.
		return new Response(stream.body, stream);
	});

function requireReader(c: RequestContext) {
	return requireMember(c, "not_signed_in/notifications");
}

/** Notifications in the API description. */
export const notificationOperations = (): Operations => ({
	"GET /api/notifications": {
		id: "listNotifications",
		summary: "Your notifications",
		detail: "The ten newest are kept.",
		access: "member",
		answers: { 200: json("Newest first.", Notifications) },
	},
	"POST /api/notifications/read": {
		id: "readNotifications",
		summary: "Mark some or all as read",
		access: "member",
		body: { schema: ReadRequest },
		answers: { 200: json("The list now.", Notifications) },
	},
	"GET /api/notifications/events": {
		id: "watchNotifications",
		summary: "Your notifications, live",
		detail: "Server-sent events: `snapshot` (the list), then one `notification` for each new one.",
		access: "member",
		answers: { 200: content("The stream.", "text/event-stream") },
		problems: { 429: "Too many streams are open." },
	},
});
