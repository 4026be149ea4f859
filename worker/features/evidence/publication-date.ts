import type { DateRule } from "#contract/verdicts.ts";
import { parseUrl } from "#text/parse-url.ts";
import { type DeclaredDate, datedAsPage } from "./linked-dates.ts";
import { findWrittenDay, locateWrittenDay, readDay } from "./written-day.ts";

/** `published_at` is a day (YYYY-MM-DD); incomplete dates do not count. */
export type Publication =
	| { published_at: string; published_by: DateRule }
	| { published_at: null; published_by: null };

const UNKNOWN: Publication = { published_at: null, published_by: null };
/** The rules whose days readers do not see. */
const DECLARED: ReadonlySet<DateRule> = new Set(["json_ld", "meta"]);
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
	"bepress_citation_date",
	"publish_date",
	"publish-date",
	"publishdate",
	"pubdate",
	"published_time",
	"og:published_time",
	"article:published",
	"sailthru.date",
	"vr:published",
];
/** Some sites put the day of the page's last change, or today, into this tag. */
const VAGUE_META_NAME = "date";
/** With separators, because other digits are numbers of pages. */
const PATH_DATES = [
	/\/(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/|$)/,
	/\/(?<year>\d{4})-(?<month>\d{2})[-/](?<day>\d{2})(?:[/_-]|$)/,
	// Only a day after the twelfth tells which of the numbers is the month.
	/(?:\/|(?<!\d)[_-])(?<day>1[3-9]|2\d|3[01])([-.])(?<month>\d{2})\2(?<year>(?:19|20)\d{2})(?:[/_-]|$)/,
];
/** An instant in UTC, whose day may be another where the page was published. */
const UTC_INSTANT = /T(\d{2}):?\d{2}.{0,12}(?:Z|[+-]00:?00)\s{0,5}$/;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a page says of its date. */
type Dated = {
	title: string;
	language: string | null;
	meta: ReadonlyMap<string, string>;
	linked_data: { published: readonly DeclaredDate[] };
	dates: { marked: string | null; single: string | null; beside_headline: string | null };
};

/**
 * Returns a page's publication date from the first rule that gives a plausible day: the source's
 * API, JSON-LD, meta tags, an element marked as the date of publication, the path, the one day that
 * the page shows, a day beside the headline. `Last-Modified` is not used, because it describes the file. Days after `today`
 * (YYYY-MM-DD) are errors.
 *
 * An instant in UTC may be a day off where the page was published: if a later rule gives a day
 * beside it that is not from UTC, that day counts.
 *
 * The day below the headline counts against one that is a day off.
 *
 * A declared day is not known to be right if readers see another one, alone or beside the headline:
 * one of the two is a later version's.
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
		["json_ld", page && datedAsPage(page.linked_data.published, (it) => isSamePage(it, url))],
		...meta.map((value): [DateRule, string | null] => ["meta", value]),
		["time", page?.dates.marked ?? null],
		["path", dateInPath(url)],
		["time", page?.dates.single ?? null],
		["meta", page?.meta.get(VAGUE_META_NAME) ?? null],
		["text", page?.dates.beside_headline ?? null],
		["text", dateInTitle(page)],
	];
	const found = candidates.flatMap(([published_by, text]) => {
		const day =
			text === null
				? null
				: (dayOfMidnight(text, page?.language ?? null) ?? readDay(text) ?? findWrittenDay(text));
		if (day === null || !isPlausible(day, today)) return [];
		return [
			{
				published_at: day,
				published_by,
				utc_hour: published_by === "api" ? null : utcHour(text ?? ""),
			},
		];
	});
	const [first] = found;
	if (!first) return UNKNOWN;
	if (first.published_by === "api") return toPublication(first);
	return contradicted(found, first, page) ?? localDay(found, first);
}

/** What is known where another rule gives a day far from the first; null if none does. */
function contradicted(
	found: readonly Found[],
	first: Found,
	page: Dated | null,
): Publication | null {
	const in_path = found.find(({ published_by }) => published_by === "path");
	if (in_path && isFarApart(in_path.published_at, first.published_at)) {
		// An address is given once, but may name the day of what the page tells.
		const has_witness = found.some(
			(it) => it !== in_path && !isFarApart(it.published_at, in_path.published_at),
		);
		return has_witness ? toPublication(in_path) : UNKNOWN;
	}
	if (!DECLARED.has(first.published_by) || !page) return null;
	const { single, beside_headline } = page.dates;
	const is_other = (day: string | null) => day !== null && isFarApart(day, first.published_at);
	return [single, beside_headline].some(is_other) ? UNKNOWN : null;
}

function localDay(found: readonly Found[], first: Found): Publication {
	// The day below the headline is the one where the page was published.
	const shown = found.find(({ published_by }) => published_by === "text");
	if (shown && !isFarApart(shown.published_at, first.published_at))
		return toPublication(shown.published_at === first.published_at ? first : shown);
	const locals = found.filter((it) => isLocalDayOf(it, first));
	const local = locals.find((it) => it.published_at === first.published_at) ?? locals[0];
	// The rule that found the same day first keeps it.
	if (!local || local.published_at === first.published_at) return toPublication(first);
	return toPublication(local);
}

type Found = { published_at: string; published_by: DateRule; utc_hour: number | null };

function toPublication({ published_at, published_by }: Found): Publication {
	return { published_at, published_by };
}

/** Metadata may be of a later version or of another node; an address is given once. */
function isFarApart(one: string, other: string): boolean {
	return Math.abs(Date.parse(one) - Date.parse(other)) > DAY_MS;
}

/** At noon in UTC, no inhabited place has the day before; from ten o'clock on, some have the next. */
const LATEST_HOUR_BEFORE = 12;
const EARLIEST_HOUR_AFTER = 10;

/** Whether a day that is not from UTC can be the local day of an instant in UTC. */
function isLocalDayOf(one: Found, instant: Found): boolean {
	if (one.utc_hour !== null || instant.utc_hour === null) return false;
	const apart_ms = Date.parse(one.published_at) - Date.parse(instant.published_at);
	if (apart_ms === 0) return true;
	return apart_ms < 0
		? apart_ms === -DAY_MS && instant.utc_hour < LATEST_HOUR_BEFORE
		: apart_ms === DAY_MS && instant.utc_hour >= EARLIEST_HOUR_AFTER;
}

function utcHour(text: string): number | null {
	const hour = UTC_INSTANT.exec(text)?.[1];
	return hour === undefined ? null : Number(hour);
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

/** The same page with or without `www`, the scheme, a query, a fragment and the last slash. */
function isSamePage(one: string, other: string): boolean {
	const [a, b] = [parseUrl(one, other), parseUrl(other)];
	if (!a || !b) return false;
	const key = ({ hostname, pathname }: URL) =>
		hostname.replace(/^(?:www|m|amp)\./, "") + pathname.replace(/\/$/, "");
	return key(a) === key(b);
}

function dateInPath(url: string): string | null {
	const path = parseUrl(url)?.pathname ?? "";
	for (const pattern of PATH_DATES) {
		const { year, month, day } = pattern.exec(path)?.groups ?? {};
		if (day) return `${year}-${month}-${day}`;
	}
	return null;
}

/** The parts of a title that sites put beside the headline: their names, sections, the day. */
const BETWEEN_PARTS = /\s[|·•–—-]\s/u;

/** The day that is a part of the title by itself. */
function dateInTitle(page: Dated | null): string | null {
	const parts = page?.title.split(BETWEEN_PARTS) ?? [];
	const days = parts.length < 2 ? [] : parts.filter((it) => isDayAlone(it, page?.language ?? null));
	return days.length === 1 ? (days[0] ?? null) : null;
}

function isDayAlone(text: string, language: string | null): boolean {
	const found = locateWrittenDay(text, language);
	return found !== null && !/[\p{L}\p{N}]/u.test(found.before + found.after);
}

/**
 * An instant in UTC that is midnight where the page's language is mostly spoken was entered there as
 * a day: "2021-11-04T23:00Z" is 5 November in Germany.
 */
function dayOfMidnight(text: string, language: string | null): string | null {
	if (language === null || !/T\d{2}:00/.test(text) || utcHour(text) === null) return null;
	const time = new Date(text);
	const zone = zoneOf(language);
	if (zone === null || Number.isNaN(time.getTime()) || time.getTime() % HOUR_MS !== 0) return null;
	const local = new Intl.DateTimeFormat("sv", {
		timeZone: zone,
		dateStyle: "short",
		timeStyle: "short",
	}).format(time);
	return local.endsWith(" 00:00") ? local.slice(0, "2024-05-31".length) : null;
}

/** The time of the region where most speak a language; null if that region has several. */
function zoneOf(language: string): string | null {
	try {
		const { timeZones = [] } = new Intl.Locale(language).maximize() as { timeZones?: string[] };
		const [first] = timeZones;
		const now = new Date();
		const offsetOf = (timeZone: string) =>
			new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" }).format(
				now,
			);
		return first && timeZones.every((it) => offsetOf(it) === offsetOf(first)) ? first : null;
	} catch {
		return null;
	}
}
