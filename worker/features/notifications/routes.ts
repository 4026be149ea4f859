import { Notifications, ReadRequest } from "#contract/notifications.ts";
import { runInBackground } from "#http/background.ts";
import { endpoint } from "#http/endpoint.ts";
import { headOfStream } from "#http/event-stream.ts";
import { content, json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { openNotificationStream, publishToMember } from "./publish.ts";
import { markRead, readNotifications } from "./queries.ts";

const MAX_BODY_BYTES = 4 * 1024;
/** By then a write has detected streams that nobody reads. */
const RETRY_S = 30;

/** The member's notifications. */
export const notificationEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/notifications",
		id: "listNotifications",
		summary: "Your notifications",
		detail: "The ten newest are kept.",
		access: "member",
		refusal: "not_signed_in/notifications",
		answers: { 200: json("Newest first.", Notifications) },
		handle: ({ db }, { member }) => readNotifications(db.near, member.id),
	}),
	endpoint({
		method: "POST",
		path: "/api/notifications/read",
		id: "readNotifications",
		summary: "Mark some or all as read",
		access: "member",
		refusal: "not_signed_in/notifications",
		body: ReadRequest,
		limit: MAX_BODY_BYTES,
		answers: { 200: json("The list now.", Notifications) },
		handle: async (context, { c, member, body }) => {
			const list = await markRead(context.db.primary, member.id, body);
			// Updates the member's other open pages.
			runInBackground(c)(() => publishToMember(context, member.id, []));
			return list;
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/notifications/events",
		id: "watchNotifications",
		summary: "Your notifications, live",
		detail: "Server-sent events: `snapshot` (the list), then one `notification` for each new one.",
		access: "member",
		refusal: "not_signed_in/notifications",
		answers: { 200: content("The stream.", "text/event-stream") },
		problems: { 429: "Too many streams are open." },
		handle: async (context, { c, member }) => {
			if (c.req.method === "HEAD") return headOfStream();
			const stream = await openNotificationStream(
				context,
				member.id,
				c.get("credential_hash") ?? "",
				c.req.raw.signal,
			);
			if (stream === "ended") throw problem("not_signed_in/notifications");
			if (stream === "too_many")
				throw problem("too_many_requests/pages", { retry_after_s: RETRY_S });
			// Copied, because the headers of an answer from outside are immutable.
			return new Response(stream.body, stream);
		},
	}),
];
