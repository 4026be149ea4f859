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
export type Channel = Pick<
	BroadcastChannel,
	"postMessage" | "addEventListener" | "close"
>;

/** What the subscription needs from the browser; tests pass their own. */
export type SubscriptionEnvironment = {
	tab?: TabEnvironment;
	source?: SourceEnvironment;
	/** null if the browser has none. */
	openChannel: (name: string) => Channel | null;
};

const BROWSER: SubscriptionEnvironment = {
	openChannel: (name) =>
		"BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null,
};

/**
 * Follows the member's notifications while they are signed in. One visible tab opens the stream,
 * because a browser opens only six connections to an origin, and passes the events on to the
 * others; while no tab is visible there is no stream. The channel's name contains the member's id,
 * so the next member receives nothing from it. Returns a function that stops it.
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

/** A tab of an earlier version may send something else. */
function isNotificationEvent(message: unknown): message is NotificationEvent {
	return (
		typeof message === "object" &&
		message !== null &&
		"data" in message &&
		"name" in message &&
		NOTIFICATION_EVENTS.some((name) => name === message.name)
	);
}
