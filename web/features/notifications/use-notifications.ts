import { useEffect, useRef, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { User } from "#contract/account.ts";
import { KEPT_NOTIFICATIONS } from "#contract/limits.ts";
import type { Notification, Notifications } from "#contract/notifications.ts";
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

	return {
		list: data,
		problem: error,
		/** The latest notification that arrived while the page was open. */
		latest: useLatest(data),
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
