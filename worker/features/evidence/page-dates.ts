import { findWrittenDay, locateWrittenDay, readDay } from "./written-day.ts";

type Attributes = Readonly<Record<string, string>>;

/** Longer text is no date. */
const MAX_DATE_CHARS = 100;
const MAX_CLASS_CHARS = 200;
/** Class names of elements that show a date, and of those that show another one. */
const DATE_CLASS = /date|datum|publish|posted|created/i;
const OTHER_CLASS = /updat|modif|aktualis|event|termin|birth|comment|related|teaser/i;
/**
 * Parts of a page with dates of other things: the masthead's today, reviews that are due, copies in
 * archives, comments, other articles. Body and main may be named after such a part.
 */
const OTHER_PART =
	/masthead|top-?bar|today|clock|weather|event|comment|related|recommend|teaser|archive-?(?:bar|notice)|wm-ipp|calendar|review-?d|birth/i;
const WHOLE_PAGE: ReadonlySet<string> = new Set(["html", "body", "main", "article"]);
const ARTICLES: ReadonlySet<string> = new Set(["article", "main"]);
const ENTRY_CLASS = /(?:^|\s)(?:entry-date|published)(?:\s|$)/i;
const UPDATED_CLASS = /(?:^|\s)updated(?:\s|$)/i;

/** Of the text below the headline. */
const AFTER_HEADLINE_CHARS = 160;
const MAX_BEFORE_CHARS = 500;
/** The web has no older pages; an older day is one that the page tells of. */
const EARLIEST_PAGE = "1994-01-01";
/** A weekday, a place, a name. */
const MAX_WORDS_BEFORE = 8;
/** A name, the minutes that reading takes. */
const MAX_WORDS_AFTER = 8;
/** A longer piece of text is a sentence. */
const MAX_NOTE_CHARS = 60;

/** Words around a date that say that it is the publication's, or say nothing of it. */
const AROUND =
	/\b(?:published|posted|publication date|date|on|at|by|written|first|veröffentlicht|erschienen|stand|am|um|uhr|von|publié|le|à|par|publicado|el|por|pubblicato|il|di|gepubliceerd|op|publicerad|den|kl|opublikowano|r|г|опубликовано|року)\b/giu;
const TIMES =
	/\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:\s?[apAP]\.?[mM]\.?)?|\b[A-Z]{2,4}\b|[+-]\d{2}:?\d{2}/g;

/** "05/06/2024" is a day in June or in May. */
const AMBIGUOUS = /^\D{0,20}\d{1,2}\/\d{1,2}\/\d{4}/;

/** An element that may show a date. */
type Shown = {
	depth: number;
	text: string;
	/** Whether the page says that this is its publication. */
	marked: boolean;
};

/** Collects the dates that a page's elements show, from a parser's events. */
export class PageDates {
	/** The first date that the page marks as its publication's. */
	marked: string | null = null;
	/** The days of all dates that it shows; one more than one is enough to know that they differ. */
	readonly #days = new Set<string>();
	#shown: Shown | null = null;
	/** The depth of the first h1. */
	#headline: number | null = null;
	#past_headline = false;
	#in_article = false;
	#before = "";
	#after = "";
	#depth = 0;
	/** The depth of the part with dates of other things; null outside of one. */
	#other: number | null = null;
	#language: string | null = null;

	/** The day, if the page shows dates of one single day; null otherwise. */
	get single(): string | null {
		const [day = null] = this.#days;
		return this.#days.size === 1 && !AMBIGUOUS.test(day ?? "") ? day : null;
	}

	/**
	 * The day that is written in the lines below the headline, or between the start of the article
	 * and its headline; null if there is none. Before the article stands the masthead's today.
	 */
	get beside_headline(): string | null {
		if (this.#headline === null) return null;
		return this.#aloneIn(this.#after) ?? this.#aloneIn(this.#before);
	}

	#aloneIn(text: string): string | null {
		const [first] = text.split("\n").filter((line) => /\p{Nd}/u.test(line));
		const found = first === undefined ? null : locateWrittenDay(first, this.#language);
		return found && found.day >= EARLIEST_PAGE && isAlone(found) ? found.day : null;
	}

	open(name: string, attributes: Attributes): void {
		this.#depth += 1;
		if (name === "html") this.#language = attributes.lang ?? attributes["xml:lang"] ?? null;
		if (name === "h1") this.#headline ??= this.#depth;
		const classes = attributes.class?.slice(0, MAX_CLASS_CHARS) ?? "";
		if (isOtherPart(name, attributes, classes)) this.#other ??= this.#depth;
		this.#begin(name);
		const marked = isMarked(name, attributes, classes);
		if (this.#other !== null && !marked) return;
		if (!marked && !showsDate(name, classes)) return;
		const { datetime, content, title } = attributes;
		const given = datetime ?? content ?? (name === "abbr" ? title : undefined);
		const text = given?.slice(0, MAX_DATE_CHARS) ?? "";
		const day = this.#findDay(text);
		if (day !== null) this.#note(text, day, marked);
		else this.#shown ??= { depth: this.#depth, text: "", marked };
	}

	/** Takes text that readers see. */
	add(text: string): void {
		if (this.#other === null) this.#addBesideHeadline(text);
		if (this.#shown && this.#shown.text.length < MAX_DATE_CHARS)
			this.#shown.text += text.slice(0, MAX_DATE_CHARS);
	}

	close(): void {
		if (this.#headline === this.#depth) this.#past_headline = true;
		if (this.#shown?.depth === this.#depth) {
			const { text, marked } = this.#shown;
			const written = text.length > MAX_DATE_CHARS ? "" : text.replace(/\s+/g, " ").trim();
			const day = this.#findDay(written);
			if (day !== null) this.#note(day, day, marked);
			// Another date, although nobody can tell which.
			else if (AMBIGUOUS.test(written)) this.#days.add(written);
			this.#shown = null;
		}
		if (this.#other === this.#depth) this.#other = null;
		this.#depth -= 1;
	}

	#begin(name: string): void {
		if (ARTICLES.has(name) && this.#headline === null) {
			this.#before = "";
			this.#in_article = true;
		}
		if (BREAKS.has(name)) this.#addBesideHeadline("\n");
	}

	#findDay(text: string): string | null {
		return readDay(text) ?? findWrittenDay(text, this.#language);
	}

	/** A day in running text is one that the article tells of. */
	#addBesideHeadline(text: string): void {
		if (this.#headline === null) {
			if (this.#in_article && this.#before.length < MAX_BEFORE_CHARS)
				this.#before += isRunning(text) ? "\n" : text;
		} else if (this.#past_headline && this.#after.length < AFTER_HEADLINE_CHARS)
			this.#after = isRunning(text) ? this.#after.padEnd(AFTER_HEADLINE_CHARS) : this.#after + text;
	}

	#note(text: string, day: string, marked: boolean): void {
		if (marked) this.marked ??= text;
		if (this.#days.size < 2) this.#days.add(day);
	}
}

function isRunning(text: string): boolean {
	return text.length > MAX_NOTE_CHARS && text.trim().length > MAX_NOTE_CHARS;
}

/** Whether the element says that it has the date of publication. */
function isMarked(name: string, attributes: Attributes, classes: string): boolean {
	if (attributes.itemprop?.trim() === "datePublished") return true;
	if (name !== "time" && name !== "abbr") return false;
	if (attributes.pubdate !== undefined) return true;
	return ENTRY_CLASS.test(classes) && !UPDATED_CLASS.test(classes);
}

/** Elements that begin a line. */
const BREAKS: ReadonlySet<string> = new Set([
	"br",
	"dd",
	"div",
	"dt",
	"h2",
	"h3",
	"li",
	"p",
	"td",
	"ul",
]);

function isOtherPart(name: string, attributes: Attributes, classes: string): boolean {
	if (WHOLE_PAGE.has(name)) return false;
	return (
		OTHER_PART.test(classes) || OTHER_PART.test(attributes.id?.slice(0, MAX_CLASS_CHARS) ?? "")
	);
}

/** Whether a line has a date and at most who wrote it where: a place behind it is that of an event. */
function isAlone({ before, after }: { before: string; after: string }): boolean {
	// "9 November 1999, Berlin".
	if (
		/^[^\p{L}\p{N}|]{0,40},[^\p{L}\p{N}|]{0,40}\p{L}/u.test(
			after.replace(TIMES, ",").replace(AROUND, "|"),
		)
	)
		return false;
	return wordsIn(before) <= MAX_WORDS_BEFORE && wordsIn(after) <= MAX_WORDS_AFTER;
}

function wordsIn(text: string): number {
	const rest = text.replace(TIMES, " ").replace(AROUND, " ");
	return rest.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

function showsDate(name: string, classes: string): boolean {
	if (name === "time") return true;
	return classes !== "" && DATE_CLASS.test(classes) && !OTHER_CLASS.test(classes);
}
