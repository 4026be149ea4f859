/** Formats seconds as m:ss, or as h:mm:ss from one hour on. */
export function clockTime(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds));
	const two = (part: number) => String(part).padStart(2, "0");
	const hours = Math.floor(whole / 3_600);
	const minutes = Math.floor((whole % 3_600) / 60);
	return hours > 0
		? `${hours}:${two(minutes)}:${two(whole % 60)}`
		: `${minutes}:${two(whole % 60)}`;
}

/** A whole number with thousands separators. `toLocaleString` would first load locale data. */
export function formatNumber(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 statement", "9 statements". */
export function plural(count: number, one: string, many = `${one}s`): string {
	return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** When to try again, from the seconds of a Retry-After: "in 45 seconds", "in 12 minutes". */
export function retryWords(seconds: number): string {
	if (seconds < 60) return `in ${plural(Math.ceil(seconds), "second")}`;
	if (seconds <= 7_200) return `in ${plural(Math.ceil(seconds / 60), "minute")}`;
	return `in ${plural(Math.ceil(seconds / 3_600), "hour")}`;
}

/**
 * A count with at most one decimal: 999, 1.2K from a thousand, 3.4M from a million, 15.4B from a
 * billion.
 */
export function formatCount(count: number): string {
	// A count that would round to "1000.0K" is "1.0M".
	const unit = COUNT_UNITS.find(({ from }) => count >= from - from / 20_000);
	if (unit === undefined) return String(count);
	const tenths = Math.round(count / (unit.from / 10));
	return `${formatNumber(Math.floor(tenths / 10))}.${tenths % 10}${unit.letter}`;
}

const COUNT_UNITS = [
	{ letter: "B", from: 1_000_000_000 },
	{ letter: "M", from: 1_000_000 },
	{ letter: "K", from: 1_000 },
];

/** "1 view", "1.2K views". */
export function viewsWords(views: number): string {
	return `${formatCount(views)} ${views === 1 ? "view" : "views"}`;
}

/** A share in percent with one decimal: "73.3%". */
export function formatPercent(percent: number): string {
	return `${percent.toFixed(1)}%`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * Dates and times are written as the rest of the interface, in US English, whatever the language of
 * the browser. `Intl.DateTimeFormat` would block a phone for about 60 ms to load a language.
 */
function writeDate(at: Date, [year, month, day]: [number, number, number]): string {
	return Number.isNaN(at.getTime()) ? String(at) : `${MONTHS[month]} ${day}, ${year}`;
}

/** "Jan 31, 2026" in the time zone of the machine. */
export function formatDate(instant: string): string {
	const at = new Date(instant);
	return writeDate(at, [at.getFullYear(), at.getMonth(), at.getDate()]);
}

/** "Jan 31, 2026" in UTC; also for a day without a time (YYYY-MM-DD). */
export function formatUtcDate(instant: string): string {
	const at = new Date(instant);
	return writeDate(at, [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]);
}

/** "4:05 PM" in the time zone of the machine. */
export function formatTime(at: Date): string {
	const hours = at.getHours();
	const minutes = String(at.getMinutes()).padStart(2, "0");
	return `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}

/** "Jan 31, 2026, 4:05 PM" in the time zone of the machine. */
export function formatMinute(instant: string): string {
	return `${formatDate(instant)}, ${formatTime(new Date(instant))}`;
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT =
	/^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A text in quotation marks, which no browser mirrors. Both belong into the element that has the
 * text's direction.
 */
export function inQuotes(text: string): string {
	return RIGHT_TO_LEFT.test(text) ? `”${text}“` : `“${text}”`;
}

/** A name or a title inside a plain sentence: Unicode's isolates keep its direction to itself. */
export function isolated(text: string): string {
	return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
