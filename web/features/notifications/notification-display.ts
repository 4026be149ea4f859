import type { Notification } from "#contract/notifications.ts";

/** Above this the badge stops counting. */
const BADGE_MOST = 9;

/** What stands on the bell; nothing where all is read. */
export function badgeText(unread: number): string {
	if (unread <= 0) return "";
	return unread > BADGE_MOST ? `${BADGE_MOST}+` : String(unread);
}

/** Where a press leads: a page of this site, or nowhere. */
export function pathOf({ data }: Notification): string | null {
	const { path } = data;
	if (path === null || !path.startsWith("/") || /^\/[/\\]/.test(path)) {
		return null;
	}
	return path;
}
