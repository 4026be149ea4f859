import { findWrittenDay, readDay } from "./written-day.ts";

type Attributes = Readonly<Record<string, string>>;

/** Longer text is no date. */
const MAX_DATE_CHARS = 100;
const MAX_CLASS_CHARS = 200;
/** Class names of elements that show a date, and of those that show another one. */
const DATE_CLASS = /date|datum|publish|posted|created/i;
const OTHER_CLASS = /updat|modif|aktualis|event|termin|birth|comment|related|teaser/i;
const ENTRY_CLASS = /(?:^|\s)(?:entry-date|published)(?:\s|$)/i;
const UPDATED_CLASS = /(?:^|\s)updated(?:\s|$)/i;

/** Of the text before and after the headline. */
const BEFORE_HEADLINE_CHARS = 100;
/** What is kept of the text so far. */
const MAX_BEFORE_CHARS = 10 * BEFORE_HEADLINE_CHARS;
const AFTER_HEADLINE_CHARS = 100;
/** A longer piece of text is a sentence. */
const MAX_NOTE_CHARS = 60;

function findDay(text: string): string | null {
	return readDay(text) ?? findWrittenDay(text);
}

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
	#before = "";
	#after = "";
	#depth = 0;

	/** The day, if the page shows dates of one single day; null otherwise. */
	get single(): string | null {
		const [day = null] = this.#days;
		return this.#days.size === 1 ? day : null;
	}

	/** The day that is written beside the headline; null if there is none. */
	get beside_headline(): string | null {
		if (this.#headline === null) return null;
		return findWrittenDay(this.#after) ?? findWrittenDay(this.#noteBefore());
	}

	open(name: string, attributes: Attributes): void {
		this.#depth += 1;
		if (name === "h1") this.#headline ??= this.#depth;
		const classes = attributes.class?.slice(0, MAX_CLASS_CHARS) ?? "";
		const marked = isMarked(name, attributes, classes);
		if (!marked && !showsDate(name, classes)) return;
		const { datetime, content, title } = attributes;
		const given = datetime ?? content ?? (name === "abbr" ? title : undefined);
		const text = given?.slice(0, MAX_DATE_CHARS) ?? "";
		const day = findDay(text);
		if (day !== null) this.#note(text, day, marked);
		else this.#shown ??= { depth: this.#depth, text: "", marked };
	}

	/** Takes text that readers see. */
	add(text: string): void {
		this.#addBesideHeadline(text);
		if (this.#shown && this.#shown.text.length < MAX_DATE_CHARS)
			this.#shown.text += text.slice(0, MAX_DATE_CHARS);
	}

	close(): void {
		if (this.#headline === this.#depth) this.#past_headline = true;
		if (this.#shown?.depth === this.#depth) {
			const { text, marked } = this.#shown;
			const day = text.length > MAX_DATE_CHARS ? null : findDay(text.replace(/\s+/g, " ").trim());
			if (day !== null) this.#note(day, day, marked);
			this.#shown = null;
		}
		this.#depth -= 1;
	}

	/** A day in running text is one that the article tells of. */
	#addBesideHeadline(text: string): void {
		if (this.#headline === null) {
			this.#before = isRunning(text) ? "" : this.#before + text;
			// Cutting it at each piece would take long on a page without a headline.
			if (this.#before.length > MAX_BEFORE_CHARS) this.#before = this.#noteBefore();
		} else if (this.#past_headline && this.#after.length < AFTER_HEADLINE_CHARS)
			this.#after = isRunning(text) ? this.#after.padEnd(AFTER_HEADLINE_CHARS) : this.#after + text;
	}

	#noteBefore(): string {
		return this.#before.slice(-BEFORE_HEADLINE_CHARS);
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

function showsDate(name: string, classes: string): boolean {
	if (name === "time") return true;
	return classes !== "" && DATE_CLASS.test(classes) && !OTHER_CLASS.test(classes);
}
