import { formatNumber, plural } from "#contract/format.ts";
import { useTakenOver } from "./taken-over.tsx";

/**
 * Formats a count with at most one decimal: 999, 1.2K from a thousand, 3.4M from a million,
 * 15,400.0M.
 */
export function formatCount(count: number): string {
	// 999 950 would round to "1000.0K".
	if (count >= 999_950) return `${tenths(Math.round(count / 100_000))}M`;
	if (count >= 1_000) return `${tenths(Math.round(count / 100))}K`;
	return String(count);
}

/** A number of tenths as a decimal: 12 is "1.2". */
function tenths(count: number): string {
	return `${formatNumber(Math.floor(count / 10))}.${count % 10}`;
}

const DAY_MS = 86_400_000;

/** "Today", "Yesterday", "3 days ago", and from a week on the date. */
export function formatRelativeDay(instant: string, now = new Date()): string {
	const then = new Date(instant);
	const days = Math.round((startOfDay(now) - startOfDay(then)) / DAY_MS);
	if (days <= 0) return "Today";
	if (days === 1) return "Yesterday";
	return days < 7 ? `${days} days ago` : formatDate(instant);
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "Jan 31, 2026" in UTC: the same on every machine. */
function formatUtcDate(instant: string): string {
	const at = new Date(instant);
	return usDate(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
}

function formatLocalDate(instant: string): string {
	const at = new Date(instant);
	return usDate(at.getFullYear(), at.getMonth(), at.getDate());
}

function usDate(year: number, month: number, day: number): string {
	return `${MONTHS[month]} ${day}, ${year}`;
}

type Dates = {
	date: (instant: string) => string;
	relativeDay: (instant: string) => string;
	/** Formats a day without a time (YYYY-MM-DD): the same day in every time zone. */
	day: (day: string) => string;
};

const LOCAL: Dates = {
	date: formatDate,
	relativeDay: (instant) => formatRelativeDay(instant),
	day: formatDay,
};
const SERVED: Dates = { date: formatUtcDate, relativeDay: formatUtcDate, day: formatUtcDate };

/**
 * Date formats for server-rendered pages. The server knows neither the reader's language nor
 * their clock.
 */
export function useDates(): Dates {
	return useTakenOver() ? LOCAL : SERVED;
}

/** Formats a day (YYYY-MM-DD) in the user's language; the same day in every time zone. */
export function formatDay(day: string): string {
	return writeDate(day, formatUtcDate, () => {
		days ??= new Intl.DateTimeFormat(undefined, { ...AS_DATE, timeZone: "UTC" });
		return days;
	});
}

/** The date in the user's own language. */
export function formatDate(instant: string): string {
	return writeDate(instant, formatLocalDate, () => {
		dates ??= new Intl.DateTimeFormat(undefined, AS_DATE);
		return dates;
	});
}

const AS_DATE = { year: "numeric", month: "short", day: "numeric" } as const;

/** Created with the first date and shared, since creating one takes milliseconds. */
let dates: Intl.DateTimeFormat | undefined;
let days: Intl.DateTimeFormat | undefined;

/**
 * The first `Intl.DateTimeFormat` loads the language's data, which blocks a phone for about 60 ms,
 * so US English is written without it.
 */
function writeDate(
	text: string,
	inUsEnglish: (text: string) => string,
	inLanguage: () => Intl.DateTimeFormat,
): string {
	const at = new Date(text);
	// `format` throws for an invalid date, which must not take the page away.
	if (Number.isNaN(at.getTime())) return String(at);
	// Some systems append their own words: "en-US@posix".
	return /^en-US(?![\w-])/.test(navigator.language) ? inUsEnglish(text) : inLanguage().format(at);
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
