import * as z from "zod";
import { Instant } from "./ids.ts";
import { KEPT_NOTIFICATIONS } from "./limits.ts";

export const NotificationType = z.enum([
	"new_analysis",
	"vote_update",
	"creator_response",
	"claim_decision",
	"webhook_failed",
	"evidence_changed",
	"verdict_moved",
	"dispute_settled",
	"review_needed",
	"taken_down",
]);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z.object({
	id: z.string(),
	type: NotificationType,
	title: z.string(),
	message: z.string(),
	timestamp: Instant,
	read: z.boolean(),
	/** `path` is the target of a click. */
	data: z.object({ path: z.string().nullable() }).catchall(z.unknown()),
});
export type Notification = z.infer<typeof Notification>;

export const Notifications = z.object({
	/** Newest first, 10 at most. */
	notifications: z.array(Notification),
	unread: z.int(),
});
export type Notifications = z.infer<typeof Notifications>;

export const MarkSome = z.strictObject({ ids: z.array(z.string()).min(1).max(KEPT_NOTIFICATIONS) });
export const MarkAll = z.strictObject({ all: z.literal(true) });
export const ReadRequest = z.union([MarkSome, MarkAll]);
export type ReadRequest = z.infer<typeof ReadRequest>;

/** A new or changed notification. `unread` counts all unread notifications. */
export const NotificationNews = Notification.extend({ unread: z.int() });
export type NotificationNews = z.infer<typeof NotificationNews>;

/** The server-sent events of a member's stream, by event name. */
export type NotificationStreamEvents = {
	/** Sent first, and again after notifications were marked as read. */
	snapshot: Notifications;
	notification: NotificationNews;
};
export type NotificationEventName = keyof NotificationStreamEvents;
