import { NOTIFICATION_EVENTS, STREAM_MS } from "#contract/events.ts";
import type { NotificationEventName, NotificationStreamEvents } from "#contract/notifications.ts";
import { openEventStream, type StreamEnvironment } from "./event-stream.ts";
import { keys } from "./keys.ts";
import { type Channel, openTabChannel } from "./tab-channel.ts";

export type NotificationEvent = {
	[Name in NotificationEventName]: { name: Name; data: NotificationStreamEvents[Name] };
}[NotificationEventName];

/** The browser features that the subscription uses; tests replace them. */
export type SubscriptionEnvironment = {
	tab?: TabEnvironment;
	stream?: StreamEnvironment;
	/** null if the browser does not support channels. */
	openChannel: (name: string) => Channel | null;
};

const BROWSER: SubscriptionEnvironment = { openChannel: openTabChannel };

/**
 * The server ends streams earlier and sends the list on every reconnect, so longer silence means
 * a dead connection.
 */
const STALL_MS = STREAM_MS + 2 * 60_000;

/**
 * Follows the member's notifications while they are signed in. Only one visible tab opens the
 * stream, because a browser opens at most six connections per origin. That tab forwards the
 * events to the others. While no tab is visible, there is no stream. Every stream starts with the
 * whole list, so nothing is missed. The channel's name contains the member's id, so the next member
 * receives nothing from it. Returns a function that stops it.
 */
export function subscribeToNotifications(
	member_id: string,
	{ onEvent, onRefused }: { onEvent: (event: NotificationEvent) => void; onRefused: () => void },
	{ tab, stream, openChannel }: SubscriptionEnvironment = BROWSER,
): () => void {
	const name = `notifications:${member_id}`;
	const channel = openChannel(name);
	channel?.addEventListener("message", ({ data }) => {
		if (isNotificationEvent(data)) onEvent(data);
	});

	const listen = () =>
		openEventStream(
			{
				url: `${keys.notifications}/events`,
				names: NOTIFICATION_EVENTS,
				backoff_ms: [1_000, 2_000, 5_000, 10_000, 30_000, 60_000],
				stall_ms: STALL_MS,
				// An open stream that is dead is noticed by its silence.
				replace_after_ms: { online: Number.POSITIVE_INFINITY, seen: Number.POSITIVE_INFINITY },
				onEvent: (name, data) => {
					const event = { name, data } as NotificationEvent;
					channel?.postMessage(event);
					onEvent(event);
				},
				onRefused,
			},
			stream,
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

/** The browser features that the election uses; tests replace them. */
export type TabEnvironment = {
	visible: () => boolean;
	/**
	 * Registers a callback for changes of the tab's visibility. Returns a function that unregisters
	 * it.
	 */
	onVisibilityChange: (callback: () => void) => () => void;
	/** null if the browser does not provide locks, for example over plain http. */
	locks: Pick<LockManager, "request"> | null;
};

const BROWSER_TAB: TabEnvironment = {
	visible: () => document.visibilityState === "visible",
	onVisibilityChange: (callback) => {
		document.addEventListener("visibilitychange", callback);
		return () => document.removeEventListener("visibilitychange", callback);
	},
	locks: navigator.locks ?? null,
};

/**
 * Runs `work` in one of the visible tabs with this name. It starts here if no other tab runs it
 * and ends when this tab is hidden, so that another tab takes over. Without locks, every visible
 * tab runs it. `work` returns a function that stops it. The returned function stops it too.
 */
function runInLeaderTab(
	name: string,
	work: () => () => void,
	{ visible, onVisibilityChange, locks }: TabEnvironment = BROWSER_TAB,
): () => void {
	let leave: (() => void) | null = null;

	function update(): void {
		if (visible()) leave ??= locks ? queue(locks) : work();
		else withdraw();
	}

	function queue(manager: Pick<LockManager, "request">): () => void {
		const waiting = new AbortController();
		let end = () => waiting.abort();
		const turn = () =>
			new Promise<void>((resolve) => {
				// The lock was granted at the same moment as the wait was cancelled.
				if (waiting.signal.aborted) return resolve();
				const stop = work();
				end = () => {
					stop();
					resolve();
				};
			});
		manager
			.request(name, { signal: waiting.signal }, turn)
			// Only cancelling the wait rejects.
			.catch(() => undefined);
		return () => end();
	}

	function withdraw(): void {
		leave?.();
		leave = null;
	}

	const ignore = onVisibilityChange(update);
	update();
	return () => {
		ignore();
		withdraw();
	};
}
