import type { DateRule } from "#contract/verdicts.ts";
import { parseUrl } from "#text/parse-url.ts";

/** `published_at` is a day (YYYY-MM-DD); incomplete dates do not count. */
export type Publication =
	| { published_at: string; published_by: DateRule }
	| { published_at: null; published_by: null };

const META_NAMES = [
	"article:published_time",
	"og:article:published_time",
	"citation_publication_date",
	"citation_online_date",
	"citation_date",
	"dc.date.issued",
	"dcterms.issued",
	"dc.date",
	"dcterms.created",
	"date.issued",
	"parsely-pub-date",
	"datepublished",
];
const PATH_DATE = /\/(\d{4})\/(\d{1,2})\/(\d{1,2})(?:\/|$)/;
const PATH_DATE_DASHED = /\/(\d{4})-(\d{2})-(\d{2})(?:[/_-]|$)/;

/** What a page says of its date. */
type Dated = {
	meta: ReadonlyMap<string, string>;
	linked_data: { published: string | null };
	time: string | null;
};

/**
 * Returns a page's publication date from the first rule that gives a plausible day: the source's
 * API, JSON-LD, meta tags, `<time>`, the path. `Last-Modified` is not used, because it describes
 * the file. Days after `today` (YYYY-MM-DD) are errors.
 */
export function publicationDate(
	url: string,
	page: Dated | null,
	api_date: string | null,
	today: string,
): Publication {
	const meta = META_NAMES.map((name) => page?.meta.get(name) ?? null);
	const candidates: [DateRule, string | null][] = [
		["api", api_date],
		["json_ld", page?.linked_data.published ?? null],
		...meta.map((value): [DateRule, string | null] => ["meta", value]),
		["time", page?.time ?? null],
		["path", dateInPath(url)],
	];
	for (const [published_by, text] of candidates) {
		const day = text === null ? null : readDay(text);
		if (day !== null && isPlausible(day, today)) return { published_at: day, published_by };
	}
	return { published_at: null, published_by: null };
}

/**
 * Returns the day at the start of a date or an instant, without converting time zones; null for
 * other text.
 */
export function readDay(text: string): string | null {
	const parts =
		/^\s{0,10}(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text) ??
		/^\s{0,10}(\d{4})(-)(\d{2})-(\d{2})/.exec(text);
	if (!parts) return null;
	const [, year, separator, month = "", day = ""] = parts;
	// Without separators, a missing digit changes the date.
	if (separator === "" && month.length + day.length !== 4) return null;
	return validDay(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

function validDay(day: string): string | null {
	const date = new Date(`${day}T00:00:00Z`);
	if (Number.isNaN(date.getTime())) return null;
	return date.toISOString().startsWith(day) ? day : null;
}

/** Older than the web, because archives give digitised papers the date of their print. */
const EARLIEST = "1800-01-01";
/** Allows one day ahead, because it is already tomorrow in some time zones. */
const AHEAD_MS = 24 * 3_600_000;

/** Whether a page may have been published on the day; days after `today` are errors. */
export function isPlausible(day: string, today: string): boolean {
	const latest = new Date(Date.parse(today) + AHEAD_MS).toISOString();
	return day >= EARLIEST && day <= latest.slice(0, 10);
}

function dateInPath(url: string): string | null {
	const path = parseUrl(url)?.pathname ?? "";
	const parts = PATH_DATE.exec(path) ?? PATH_DATE_DASHED.exec(path);
	return parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : null;
}
