/** Days as they are written in pages. */

/** Each month's first letters in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTHS = [
	"jan|ene|gen",
	"feb|fev|fév",
	"mar|mär|mrz|maa",
	"apr|abr|avr",
	"may|mai|mag|mei",
	"jun|juin|giu",
	"jul|juil|lug",
	"aug|ago|aoû|aou",
	"sep|set",
	"oct|okt|ott|out",
	"nov",
	"dec|dez|dic|déc",
].map((letters) => new RegExp(`^(?:${letters})`, "i"));

const ISO = /(?<!\d)((?:19|20)\d{2})[-/.](\d{2})[-/.](\d{2})(?!\d)/;
const DOTTED = /(?<!\d)(\d{1,2})\.[ \u00a0]?(\d{1,2})\.[ \u00a0]?((?:19|20)\d{2})(?!\d)/;
const DAY_FIRST =
	/(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th)?[ \u00a0](?:de[ ])?(\p{L}{3,12})\.?,?[ \u00a0](?:de[ ])?((?:19|20)\d{2})(?!\d)/u;
const MONTH_FIRST =
	/(?<!\p{L})(\p{L}{3,12})\.?[ \u00a0](\d{1,2})(?:st|nd|rd|th)?,?[ \u00a0]((?:19|20)\d{2})(?!\d)/u;

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
	return validDay(year, month, day);
}

/**
 * Returns the first day in a short text for readers: "31.05.2024, 10:19", "May 31, 2024",
 * "31 mai 2024". "05/06/2024" means different days in different countries, and is none.
 */
export function findWrittenDay(text: string): string | null {
	const [first] = [
		found(ISO.exec(text), ([, year, month, day]) => validDay(year, month, day)),
		found(DOTTED.exec(text), ([, day, month, year]) => validDay(year, month, day)),
		found(DAY_FIRST.exec(text), ([, day, month, year]) => dayOf(year, month, day)),
		found(MONTH_FIRST.exec(text), ([, month, day, year]) => dayOf(year, month, day)),
	]
		.flat()
		.sort((one, other) => one.at - other.at);
	return first?.day ?? null;
}

type FoundDay = { at: number; day: string };

function found(
	match: RegExpExecArray | null,
	dayIn: (groups: RegExpExecArray) => string | null,
): FoundDay[] {
	const day = match && dayIn(match);
	return day ? [{ at: match.index, day }] : [];
}

function dayOf(year = "", month_name = "", day = ""): string | null {
	const month = MONTHS.findIndex((it) => it.test(month_name));
	return month < 0 ? null : validDay(year, String(month + 1), day);
}

function validDay(year = "", month = "", day = ""): string | null {
	const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
	const date = new Date(`${written}T00:00:00Z`);
	if (Number.isNaN(date.getTime())) return null;
	return date.toISOString().startsWith(written) ? written : null;
}
