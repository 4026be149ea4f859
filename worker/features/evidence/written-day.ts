import { normalizeText } from "#text/clean.ts";
import { asciiDigit } from "#text/search-words.ts";
import TABLE from "./month-names.json" with { type: "json" };

/** Days as they are written in pages. */

type Calendar = "gregory" | "persian";
/** A month by its name in one language; `month` is 1 to 12. */
type Named = { language: string; calendar: Calendar; month: number };

const NAMES = new Map<string, Named[]>();
for (const { language, calendar, months } of TABLE)
	for (const [at, names] of months.entries())
		for (const name of names) {
			const key = keyOf(name);
			const known = NAMES.get(key) ?? [];
			NAMES.set(key, known);
			known.push({
				language: primaryOf(language),
				calendar: calendar === "persian" ? "persian" : "gregory",
				month: at + 1,
			});
		}

/** Names are compared without case, dots and accents that some writers leave out. */
function keyOf(name: string): string {
	return normalizeText(name.toLowerCase(), "NFD").replace(/[\u0300-\u036f.'’॰׳]/g, "");
}

function primaryOf(language: string): string {
	return language.trim().toLowerCase().split(/[-_]/)[0] ?? language;
}

const SPACE = "[ \\u00a0\\u202f]";
const YEAR = "(?<year>\\d{4})";
const DAY = "(?<day>\\d{1,2})";
const NAME = "(?<name>\\p{L}[\\p{L}\\p{M}.'’]{1,23})";
/** What stands after the number of a day: "31.", "31st", "1er", "31-a", "31η". */
const ORDINAL = "(?:\\.|º|ª|-?\\p{L}{1,2})?";
/** Between a day, a month and a year: "de", "di", "of". */
const LINK = `(?:(?:de|del|di|do|of|ng)${SPACE}|d['’]|ב)?`;
const START = "(?<![\\d\\p{L}./-])";
const END = "(?!\\d|[./-]\\d)";

/** Each way to write a day with the month's name or with the words for year, month and day. */
const WRITTEN = [
	// 31. Mai 2024, 31 de mayo de 2024, May 31st of 2024 in the day's place.
	`${START}${DAY}${ORDINAL},?${SPACE}{0,2}${LINK}${NAME}[॰׳]?[,،]?${SPACE}{0,2}${LINK}${YEAR}${END}`,
	// May 31, 2024.
	`${START}${NAME}${SPACE}{1,2}${DAY}${ORDINAL}[,،]?${SPACE}{1,2}${LINK}${YEAR}${END}`,
	// Fri May 31 09:35:14 CEST 2024, as programs print it.
	`${START}${NAME}${SPACE}{1,2}${DAY}${SPACE}\\d{2}:\\d{2}:\\d{2}(?:${SPACE}[A-Z]{2,5})?${SPACE}${YEAR}${END}`,
	// 2024. május 31., 2024 m. gegužės 31 d., 2024(e)ko maiatzaren 31.
	`${START}${YEAR}(?:\\.|,|\\(?e?\\)?ko)?${SPACE}{0,2}(?:(?:m\\.|оны|ж\\.|года)${SPACE}?)?${NAME}\\.?${SPACE}${DAY}${END}`,
	// 2024. gada 31. maijs.
	`${START}${YEAR}\\.?${SPACE}(?:gada|ж\\.)${SPACE}${DAY}\\.?${SPACE}${NAME}`,
].map((pattern) => new RegExp(pattern, "u"));
/** The same with numbers alone, in an order that is certain. */
const NUMBERED = [
	`(?<!\\d)${YEAR}([-/.])${SPACE}?(?<month>\\d{1,2})\\2${SPACE}?${DAY}(?!\\d)`,
	`${START}${DAY}\\.${SPACE}?(?<month>\\d{1,2})\\.${SPACE}?${YEAR}(?!\\d)`,
	`${START}${DAY}/(?<month>\\d{1,2})/${YEAR}${END}`,
	`${YEAR}${SPACE}?[年년]${SPACE}?(?<month>\\d{1,2})${SPACE}?[月월]${SPACE}?${DAY}${SPACE}?[日일]`,
	`${START}${DAY}${SPACE}(?:tháng|thg)${SPACE}(?<month>\\d{1,2})(?:,|${SPACE}năm)?${SPACE}${YEAR}${END}`,
].map((pattern) => new RegExp(pattern, "u"));

const YEAR_AND_MORE = /\d{4}\D+\d|\d\D+\d{4}/;

/**
 * Returns the day at the start of a date or an instant, without converting time zones; null for
 * other text.
 */
export function readDay(text: string): string | null {
	const parts =
		/^\s{0,10}(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text) ??
		/^\s{0,10}(\d{4})(-)(\d{2})-(\d{2})/.exec(text);
	if (!parts) return null;
	const [, year = "", separator, month = "", day = ""] = parts;
	// Without separators, a missing digit changes the date.
	if (separator === "" && month.length + day.length !== 4) return null;
	return validDay(Number(year), Number(month), Number(day));
}

/** A day in a text, and the text around it. */
export type WrittenDay = { day: string; before: string; after: string };

/**
 * Returns the first day in a short text for readers: "31.05.2024, 10:19", "May 31, 2024",
 * "31 mai 2024", "2024年5月31日". "05/06/2024" means different days in different countries, and is
 * none; "31/05/2024" is one. `language` decides between languages that give a name to different months, and makes years of
 * the Persian and the Buddhist calendar certain.
 */
export function findWrittenDay(text: string, language: string | null = null): string | null {
	return locateWrittenDay(text, language)?.day ?? null;
}

export function locateWrittenDay(text: string, language: string | null): WrittenDay | null {
	if (!/\p{Nd}/u.test(text)) return null;
	const plain = withPlainDigits(text);
	// Each way has a year and another number; most texts of elements that could show a date have none.
	if (!YEAR_AND_MORE.test(plain)) return null;
	const own = language === null ? null : primaryOf(language);
	const found = [...WRITTEN, ...NUMBERED].flatMap((pattern) => {
		const match = pattern.exec(plain);
		const day = match?.groups
			? dayOf(match.groups, own, /\d\/\d{1,2}\/\d{4}/.test(match[0]))
			: null;
		if (!match || day === null) return [];
		const { index } = match;
		return [
			{
				at: index,
				day,
				before: plain.slice(0, index),
				after: plain.slice(index + match[0].length),
			},
		];
	});
	found.sort((one, other) => one.at - other.at);
	return found[0] ?? null;
}

type Groups = Record<string, string | undefined>;

function dayOf(
	{ year, month, name, day }: Groups,
	language: string | null,
	is_sloped: boolean,
): string | null {
	const numbers = { year: Number(year), day: Number(day) };
	if (name === undefined) {
		if (is_sloped && numbers.day <= 12) return null;
		const calendar = language === "fa" && numbers.year < 1_700 ? "persian" : "gregory";
		return inCalendar(calendar, { ...numbers, month: Number(month) }, language);
	}
	const known = NAMES.get(keyOf(name)) ?? [];
	const own = known.filter((it) => it.language === language);
	const months = own.length > 0 ? own : known;
	const [first] = months;
	const is_certain = months.every(
		(it) => it.month === first?.month && it.calendar === first.calendar,
	);
	if (!first || !is_certain) return null;
	return inCalendar(first.calendar, { ...numbers, month: first.month }, language);
}

type Numbers = { year: number; month: number; day: number };

/** Thai years count from 543 years before those of the common calendar. */
const THAI_AHEAD = 543;
const EARLIEST_THAI = 2_400;

function inCalendar(
	calendar: Calendar,
	{ year, month, day }: Numbers,
	language: string | null,
): string | null {
	if (calendar === "persian") return persianDay({ year, month, day });
	const is_thai = language === "th" && year >= EARLIEST_THAI;
	return validDay(is_thai ? year - THAI_AHEAD : year, month, day);
}

const PERSIAN = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", {
	year: "numeric",
	month: "numeric",
	day: "numeric",
	timeZone: "UTC",
});
const DAY_MS = 24 * 3_600_000;

/** The Persian year begins on 19 to 22 March; ICU says which of the days near that it is. */
function persianDay({ year, month, day }: Numbers): string | null {
	const of_year = month <= 7 ? (month - 1) * 31 + day : 186 + (month - 7) * 30 + day;
	const about = Date.UTC(year + 621, 2, 18) + of_year * DAY_MS;
	for (let off = 0; off <= 4; off += 1) {
		const date = new Date(about + off * DAY_MS);
		if (Number.isNaN(date.getTime())) return null;
		const [found_month, found_day, found_year] = PERSIAN.formatToParts(date)
			.filter(({ type }) => type !== "literal" && type !== "era")
			.map(({ value }) => Number(value));
		if (found_month === month && found_day === day && found_year === year)
			return date.toISOString().slice(0, 10);
	}
	return null;
}

function validDay(year: number, month: number, day: number): string | null {
	if (year < 1_000 || year > 9_999) return null;
	const pad = (number: number) => String(number).padStart(2, "0");
	const written = `${year}-${pad(month)}-${pad(day)}`;
	const date = new Date(`${written}T00:00:00Z`);
	if (Number.isNaN(date.getTime())) return null;
	return date.toISOString().startsWith(written) ? written : null;
}

/** Invisible marks of direction. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Digits of other scripts as those of ASCII. */
function withPlainDigits(text: string): string {
	return text.replace(DIRECTION, "").replace(/\p{Nd}/gu, asciiDigit);
}
