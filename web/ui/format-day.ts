const DAY_MS = 86_400_000;

/** "Today", "Yesterday", "3 days ago", and from a week on the date. */
export function formatDay(instant: string, now = new Date()): string {
	const then = new Date(instant);
	const days = Math.round((midnight(now) - midnight(then)) / DAY_MS);
	if (days <= 0) return "Today";
	if (days === 1) return "Yesterday";
	return days < 7 ? `${days} days ago` : formatDate(instant);
}

/** The date as the reader writes it. */
export function formatDate(instant: string): string {
	return new Date(instant).toLocaleDateString(undefined, {
		year: "numeric",
		month: "short",
		day: "numeric",
	});
}

function midnight(instant: Date): number {
	return new Date(
		instant.getFullYear(),
		instant.getMonth(),
		instant.getDate(),
	).getTime();
}
