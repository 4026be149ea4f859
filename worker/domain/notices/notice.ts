import type { Notification } from "#contract/notifications.ts";

/** What one is told, whoever it is; `data.path` is where a press leads. */
export type Notice = Pick<Notification, "type" | "title" | "message" | "data">;
