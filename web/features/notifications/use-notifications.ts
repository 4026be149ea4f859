import { useEffect, useRef, useState } from "react";
import type { User } from "#contract/account.ts";
import type { Notification, Notifications } from "#contract/notifications.ts";
import { problemText } from "#web/api/api-problem.ts";
import { useLiveNotifications } from "#web/api/notifications.ts";

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
