import { Notifications, ReadRequest } from "#contract/notifications.ts";
import { content, json, type Operations } from "../operation.ts";

/** What a member is told. */
export const notificationOperations: Operations = {
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
		detail:
			"Server-sent events: `snapshot` (the list), then `notification` for each that comes.",
		access: "member",
		answers: { 200: content("The stream.", "text/event-stream") },
		problems: { 429: "Too many streams are open." },
	},
};
