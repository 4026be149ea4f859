import { keys } from "./keys.ts";
import {
	NOTIFICATION_EVENTS,
	type NotificationEvent,
	type SourceEnvironment,
	type SourceHandlers,
	superviseNotifications,
} from "./notification-source.ts";
import { inOneVisibleTab, type TabEnvironment } from "./tab-leader.ts";

/** A BroadcastChannel, as far as it is used here. */
export type Channel = Pick<
	BroadcastChannel,
	"postMessage" | "addEventListener" | "close"
>;

/** What following needs of the browser; tests bring their own. */
export type FollowEnvironment = {
	tab?: TabEnvironment;
	source?: SourceEnvironment;
	/** null where the browser has none. */
	openChannel: (name: string) => Channel | null;
};

const BROWSER: FollowEnvironment = {
	openChannel: (name) =>
		"BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null,
};

/**
 * Follows the member's notifications as long as they are signed in. One
 * visible tab holds the stream, for a browser opens only six connections to an
 * origin, and tells the others; while none is in view there is no stream. The
 * channel is the member's own: who signs in next hears nothing of it. Answers
 * how to stop.
 */
export function followNotifications(
	member_id: string,
	{ onEvent, onRefused }: SourceHandlers,
	{ tab, source, openChannel }: FollowEnvironment = BROWSER,
): () => void {
	const name = `notifications:${member_id}`;
	const channel = openChannel(name);
	channel?.addEventListener("message", ({ data }) => {
		if (isNotificationEvent(data)) onEvent(data);
	});

	const listen = () =>
		superviseNotifications(
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

	const stop = inOneVisibleTab(name, listen, tab);
	return () => {
		stop();
		channel?.close();
	};
}

/** A tab of an earlier version may say something else. */
function isNotificationEvent(message: unknown): message is NotificationEvent {
	return (
		typeof message === "object" &&
		message !== null &&
		"data" in message &&
		"name" in message &&
		NOTIFICATION_EVENTS.some((name) => name === message.name)
	);
}
