import type { Notification } from "#contract/notifications.ts";

/** Above this the badge shows "9+" instead of the number. */
const BADGE_MOST = 9;

/** The badge's text; empty if everything is read. */
export function badgeText(unread: number): string {
	if (unread <= 0) return "";
	return unread > BADGE_MOST ? `${BADGE_MOST}+` : String(unread);
}

/** The page of this site that a click leads to, or null. */
export function pathOf({ data }: Notification): string | null {
	const { path } = data;
	if (path === null || !path.startsWith("/") || /^\/[/\\]/.test(path)) {
		return null;
	}
	return path;
}
