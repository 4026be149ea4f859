import { useEffect, useMemo, useRef, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { User } from "#contract/account.ts";
import { KEPT_NOTIFICATIONS } from "#contract/limits.ts";
import type { Notification, Notifications, NotificationType } from "#contract/notifications.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { type NotificationEvent, subscribeToNotifications } from "#web/api/notification-stream.ts";
import { fetchJson, post } from "#web/api/request.ts";

export type MemberNotifications = ReturnType<typeof useNotifications>;

/** The newest notification that arrived after the page was opened. */
function useLatest(list: Notifications | undefined): Notification | null {
	const known = useRef<Set<string> | null>(null);
	const [latest, setLatest] = useState<Notification | null>(null);
	useEffect(() => {
		if (list === undefined) return;
		const before = known.current;
		known.current = new Set(list.notifications.map(({ id }) => id));
		const arrived = list.notifications.find(
			({ id, read }) => before !== null && !before.has(id) && !read,
		);
		if (arrived !== undefined) setLatest(arrived);
	}, [list]);
	return latest;
}

declare global {
	interface WindowEventMap {
		/**
		 * Dispatched where a page has shown the end of a run; `detail` is the video's id. An event,
		 * because a shared module would load the bell's code with reports, or theirs with the bell.
		 */
		"run-watched": CustomEvent<string>;
	}
}

const OF_RUNS: NotificationType[] = ["new_analysis", "verdict_moved", "dispute_settled"];
/** The server notifies of a run's end a moment after it, a busy one later. */
const NOTIFIED_WITHIN_MS = 60_000;

/** The ids of the unread notifications that tell of a run's end that was shown here a moment ago. */
function useWatchedEnds(notifications: readonly Notification[]): string[] {
	/** By video, in epoch milliseconds. */
	const [ends, setEnds] = useState<ReadonlyMap<unknown, number>>(new Map());
	useEffect(() => {
		const note = ({ detail }: CustomEvent<string>) =>
			setEnds((known) => new Map(known).set(detail, Date.now()));
		window.addEventListener("run-watched", note);
		return () => window.removeEventListener("run-watched", note);
	}, []);
	return notifications
		.filter(({ type, read, data }) => {
			const ended_ms = ends.get(data.video_id) ?? Number.NEGATIVE_INFINITY;
			return !read && OF_RUNS.includes(type) && Date.now() - ended_ms < NOTIFIED_WITHIN_MS;
		})
		.map(({ id }) => id);
}

const NONE: Notifications = { notifications: [], unread: 0 };

/** Applies an event of the stream to the list; `undefined` while the list is unknown. */
export function applyNotificationEvent(
	known: Notifications | undefined,
	event: NotificationEvent,
): Notifications | undefined {
	if (event.name === "snapshot") return event.data;
	if (known === undefined) return undefined;
	const { unread, ...arrived } = event.data;
	const others = known.notifications.filter(({ id }) => id !== arrived.id);
	const notifications = [arrived, ...others].sort(newestFirst).slice(0, KEPT_NOTIFICATIONS);
	return { notifications, unread };
}

/** Marks these notifications as read in the list; null means all. */
export function withRead(known: Notifications, ids: readonly string[] | null): Notifications {
	const notifications = known.notifications.map((one) =>
		ids === null || ids.includes(one.id) ? { ...one, read: true } : one,
	);
	const unread = notifications.filter(({ read }) => !read).length;
	return { notifications, unread };
}

/**
 * The member's notifications, kept up to date while one of their tabs is visible. Empty for a
 * visitor.
 */
export function useNotifications(user: User | null | undefined) {
	const { mutate: mutateKey } = useSWRConfig();
	const { data, error, mutate } = useSWR<Notifications, ApiProblem>(
		// With the member's id, so that the next member on this screen does not see the list.
		user ? [keys.notifications, user.id] : null,
		([path]: [string, string]) => fetchJson<Notifications>(path),
	);
	const member_id = user?.id;

	useEffect(() => {
		if (member_id === undefined) return;
		return subscribeToNotifications(member_id, {
			onEvent: (event) =>
				void mutate((known) => applyNotificationEvent(known, event), { revalidate: false }),
			onRefused: () => void mutateKey(keys.session),
		});
	}, [member_id, mutate, mutateKey]);

	/**
	 * Shows these as read at once (null: all). If the server refuses, restores the list and throws.
	 */
	async function read(ids: string[] | null): Promise<void> {
		const path = `${keys.notifications}/read`;
		try {
			await mutate(post<Notifications>(path, ids === null ? { all: true } : { ids }), {
				optimisticData: (known) => withRead(known ?? NONE, ids),
				rollbackOnError: true,
				populateCache: true,
				revalidate: false,
			});
		} catch (thrown) {
			// A notification that arrived in the meantime may conflict with the rollback, so the list
			// is read again.
			await mutate();
			throw thrown;
		}
	}

	// What the member has watched happen is no news, so the bell never shows it as unread.
	const watched = useWatchedEnds(data?.notifications ?? []).join();
	const list = useMemo(
		() => (data === undefined || watched === "" ? data : withRead(data, watched.split(","))),
		[data, watched],
	);
	const readNow = useRef(read);
	readNow.current = read;
	useEffect(() => {
		// If the server refuses, they are unread again with the next visit.
		if (watched !== "") readNow.current(watched.split(",")).catch(() => {});
	}, [watched]);

	return {
		list,
		problem: error,
		/** The latest notification that arrived while the page was open. */
		latest: useLatest(list),
		read,
		reload: () => void mutate(),
	};
}

function newestFirst(a: Notification, b: Notification): number {
	if (a.timestamp === b.timestamp) return 0;
	return a.timestamp < b.timestamp ? 1 : -1;
}

/** Above this the badge shows "9+" instead of the number. */
const MAX_BADGE_COUNT = 9;

/** The badge's text; empty if everything is read. */
export function badgeText(unread: number): string {
	if (unread <= 0) return "";
	return unread > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : String(unread);
}

/** The path on this site that a click leads to, or null. */
export function notificationPath({ data }: Notification): string | null {
	const { path } = data;
	if (path === null || !path.startsWith("/") || /^\/[/\\]/.test(path)) {
		return null;
	}
	return path;
}
