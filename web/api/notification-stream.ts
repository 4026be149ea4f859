import { NOTIFICATION_EVENTS } from "#contract/events.ts";
import { keys } from "./keys.ts";
import {
	type NotificationEvent,
	openNotificationStream,
	type SourceEnvironment,
	type SourceHandlers,
} from "./notification-source.ts";
import { runInLeaderTab, type TabEnvironment } from "./tab-leader.ts";

/** The part of BroadcastChannel that is used here. */
export type Channel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

/** The browser features that the subscription uses; tests replace them. */
export type SubscriptionEnvironment = {
	tab?: TabEnvironment;
	source?: SourceEnvironment;
	/** null if the browser does not support channels. */
	openChannel: (name: string) => Channel | null;
};

const BROWSER: SubscriptionEnvironment = {
	openChannel: (name) => ("BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null),
};

/**
 * Follows the member's notifications while they are signed in. Only one visible tab opens the
 * stream, because a browser opens at most six connections per origin. That tab forwards the
 * events to the others. While no tab is visible, there is no stream. The channel's name contains
 * the member's id, so the next member receives nothing from it. Returns a function that stops it.
 */
export function subscribeToNotifications(
	member_id: string,
	{ onEvent, onRefused }: SourceHandlers,
	{ tab, source, openChannel }: SubscriptionEnvironment = BROWSER,
): () => void {
	const name = `notifications:${member_id}`;
	const channel = openChannel(name);
	channel?.addEventListener("message", ({ data }) => {
		if (isNotificationEvent(data)) onEvent(data);
	});

	const listen = () =>
		openNotificationStream(
			`${keys.notifications}/events`,
			{
				onEvent: (event) => {
					channel?.postMessage(event);
					onEvent(event);
				},
				onRefused,
			},
			source,
		);

	const stop = runInLeaderTab(name, listen, tab);
	return () => {
		stop();
		channel?.close();
	};
}

/** A tab with an earlier version of the app may send something else. */
function isNotificationEvent(message: unknown): message is NotificationEvent {
	return (
		typeof message === "object" &&
		message !== null &&
		"data" in message &&
		"name" in message &&
		NOTIFICATION_EVENTS.some((name) => name === message.name)
	);
}
