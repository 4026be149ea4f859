import type { SessionAnswer } from "#contract/account.ts";
import type { Notifications, NotificationType } from "#contract/notifications.ts";
import { keys } from "#web/api/keys.ts";
import { fetchJson, post } from "#web/api/request.ts";

/** The pauses before each look: the server notifies of a run's end a moment after it, a busy one later. */
const PAUSES_MS = [500, 1_500, 3_000, 5_000, 10_000, 20_000];

const OF_RUNS: NotificationType[] = ["new_analysis", "verdict_moved", "dispute_settled"];

/**
 * Marks the notifications of a run's end that the member has watched as read. Does nothing for a
 * visitor.
 */
export async function readWatched(video_id: string): Promise<void> {
	const { user } = await fetchJson<SessionAnswer>(keys.session).catch(() => ({ user: null }));
	if (user === null) return;
	for (const wait of PAUSES_MS) {
		await new Promise((resolve) => setTimeout(resolve, wait));
		try {
			const { notifications } = await fetchJson<Notifications>(keys.notifications);
			const ids = notifications
				.filter(
					({ type, read, data }) => OF_RUNS.includes(type) && !read && data.video_id === video_id,
				)
				.map(({ id }) => id);
			if (ids.length === 0) continue;
			await post(`${keys.notifications}/read`, { ids });
			return;
		} catch {
			// Until the next look they stay unread.
		}
	}
}
