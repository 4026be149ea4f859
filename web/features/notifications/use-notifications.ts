import { useEffect, useRef, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { User } from "#contract/account.ts";
import { KEPT_NOTIFICATIONS } from "#contract/limits.ts";
import type { Notification, Notifications } from "#contract/notifications.ts";
import { type ApiProblem, problemText } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import type { NotificationEvent } from "#web/api/notification-source.ts";
import { followNotifications } from "#web/api/notification-stream.ts";
import { fetchJson, request } from "#web/api/request.ts";

export type Bell = {
	list: Notifications | undefined;
	problem: string | undefined;
	/** The last one that came while the page was open. */
	news: Notification | null;
	/** Marks these read, or with null all of them; at once, and back if refused. */
	read: (ids: string[] | null) => void;
	reload: () => void;
};

/** What the bell shows of the member's notifications. */
export function useNotifications(user: User): Bell {
	const { list, problem, read, reload } = useLiveNotifications(user);
	return {
		list,
		problem: problem === undefined ? undefined : problemText(problem),
		news: useNews(list),
		// Refused: the mark is back on the entry, which says enough.
		read: (ids) => void read(ids).catch(() => undefined),
		reload,
	};
}

/** The newest one that was not there when the page was opened. */
function useNews(list: Notifications | undefined): Notification | null {
	const known = useRef<Set<string> | null>(null);
	const [news, setNews] = useState<Notification | null>(null);
	useEffect(() => {
		if (list === undefined) return;
		const before = known.current;
		known.current = new Set(list.notifications.map(({ id }) => id));
		const arrived = list.notifications.find(
			({ id, read }) => before !== null && !before.has(id) && !read,
		);
		if (arrived !== undefined) setNews(arrived);
	}, [list]);
	return news;
}

const NONE: Notifications = { notifications: [], unread: 0 };

/** The member's list is kept apart from that of the next one on this screen. */
function notificationsKey({ id }: User): [path: string, id: string] {
	return [keys.notifications, id];
}

/** The list after an event of the stream; `undefined` where nothing is known yet. */
export function applyNotificationEvent(
	known: Notifications | undefined,
	event: NotificationEvent,
): Notifications | undefined {
	if (event.name === "snapshot") return event.data;
	if (known === undefined) return undefined;
	const { unread, ...arrived } = event.data;
	const others = known.notifications.filter(({ id }) => id !== arrived.id);
	const notifications = [arrived, ...others]
		.sort(newestFirst)
		.slice(0, KEPT_NOTIFICATIONS);
	return { notifications, unread };
}

/** The list once these are read; null reads all. */
export function withRead(
	known: Notifications,
	ids: readonly string[] | null,
): Notifications {
	const notifications = known.notifications.map((one) =>
		ids === null || ids.includes(one.id) ? { ...one, read: true } : one,
	);
	const unread = notifications.filter(({ read }) => !read).length;
	return { notifications, unread };
}

/** The member's notifications, kept up to date while a tab of theirs is in view; nothing for a visitor. */
export function useLiveNotifications(user: User | null | undefined): {
	list: Notifications | undefined;
	problem: ApiProblem | undefined;
	/** Shows these as read at once (null: all); throws, with the list as it was, where the server refuses. */
	read: (ids: string[] | null) => Promise<void>;
	reload: () => void;
} {
	const { mutate: mutateKey } = useSWRConfig();
	const { data, error, mutate } = useSWR<Notifications, ApiProblem>(
		user ? notificationsKey(user) : null,
		([path]: [string, string]) => fetchJson<Notifications>(path),
	);
	const member_id = user?.id;

	useEffect(() => {
		if (member_id === undefined) return;
		return followNotifications(member_id, {
			onEvent: (event) =>
				void mutate((known) => applyNotificationEvent(known, event), {
					revalidate: false,
				}),
			onRefused: () => void mutateKey(keys.session),
		});
	}, [member_id, mutate, mutateKey]);

	async function read(ids: string[] | null): Promise<void> {
		try {
			await mutate(sendRead(ids), {
				optimisticData: (known) => withRead(known ?? NONE, ids),
				rollbackOnError: true,
				populateCache: true,
				revalidate: false,
			});
		} catch (thrown) {
			// What came meanwhile may stand in the way of the rollback.
			await mutate();
			throw thrown;
		}
	}

	return { list: data, problem: error, read, reload: () => void mutate() };
}

function sendRead(ids: string[] | null): Promise<Notifications> {
	return request<Notifications>(`${keys.notifications}/read`, {
		method: "POST",
		body: ids === null ? { all: true } : { ids },
	});
}

function newestFirst(a: Notification, b: Notification): number {
	if (a.timestamp === b.timestamp) return 0;
	return a.timestamp < b.timestamp ? 1 : -1;
}
