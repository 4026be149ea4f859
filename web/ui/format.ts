import { formatDate, plural } from "#contract/format.ts";

const DAY_MS = 86_400_000;

/** "Today", "Yesterday", "3 days ago", and from a week on the date. */
export function formatRelativeDay(instant: string, now = new Date()): string {
	const then = new Date(instant);
	const days = Math.round((startOfDay(now) - startOfDay(then)) / DAY_MS);
	if (days <= 0) return "Today";
	if (days === 1) return "Yesterday";
	return days < 7 ? `${days} days ago` : formatDate(instant);
}

function startOfDay(instant: Date): number {
	return new Date(instant.getFullYear(), instant.getMonth(), instant.getDate()).getTime();
}

/** Truncates a text to `max` characters with an ellipsis, without splitting a character. */
export function truncate(text: string, max: number): string {
	const characters = Array.from(text);
	return characters.length <= max ? text : `${characters.slice(0, max).join("").trimEnd()}…`;
}

/** The agreement in words, always with the number of votes. */
export function agreementWords(percent: number | null, votes: number): string {
	if (percent === null || votes === 0) return "No votes yet";
	if (votes === 1) return percent === 0 ? "1 vote disagrees" : "1 vote agrees";
	return `${percent}% of ${plural(votes, "vote")} agree`;
}

/** `formatRelativeDay` for the middle of a sentence: "today", "yesterday". */
export function formatDayWithin(instant: string): string {
	return formatRelativeDay(instant).replace(/^(Today|Yesterday)$/, (day) => day.toLowerCase());
}
