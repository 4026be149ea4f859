import { Parser } from "htmlparser2";
import type { OpenedPage } from "#outbound/open-page.ts";
import { normalizeText, storedText } from "#text/clean.ts";
import { parseInPieces } from "#text/parse-in-pieces.ts";
import { searchWords } from "#text/search-words.ts";
import { decodePage } from "./decode-page.ts";
import { isOnPage } from "./quote-check.ts";

/**
 * Canonical text, version 2, of release 1.0.0. Quotes that were stored with it are looked for in it
 * when version 3 does not find them: if it has them, the page is as it was, and only its reading is
 * another. No page is stored or quoted by it any more.
 */

const LINE_END = "\n";
const CELL_END = "\t";
const MIN_TEXT_CHARS = 400;
const MAX_TEXT_CHARS = 200_000;
const LAYOUT = /[ \t\n]{2,}/g;

function inlineText(text: string): string {
	return text.replace(/\s+/gu, " ");
}

function canonicalText(marked: string): string {
	const laid = marked.replace(LAYOUT, (run) =>
		run.includes(LINE_END) ? LINE_END : run.includes(CELL_END) ? CELL_END : " ",
	);
	return normalizeText(storedText(laid), "NFC").trim().slice(0, MAX_TEXT_CHARS);
}

/** The text of a page's markup by version 2. */
export function readVersion2(html: string): string {
	const text = new VisibleText();
	const parser = new Parser({
		onopentag: (name, attributes) => text.open(name, attributes),
		onclosetag: (name) => text.close(name),
		ontext: (piece) => text.add(piece),
	});
	parseInPieces(parser, html, () => text.stopped);
	return text.canonical();
}

/** Real pages nest less deeply, and the parser's work grows with the depth. */
const MAX_DEPTH = 512;
/** The limit for collected text including white space; canonical text keeps less. */
const MAX_COLLECTED_CHARS = 800_000;
/** A longer text is no footnote sign. */
const MAX_SIGN_CHARS = 100;
/** A sign is made of fewer pieces of text. */
const MAX_SIGN_PIECES = 40;

const words = (list: string) => new Set(list.split(" "));
const BLOCKS = words(
	`address article aside blockquote body br caption center dd details dialog dir div dl dt
	fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main
	menu nav ol optgroup option p pre search section select summary table tbody textarea tfoot thead
	tr ul`.replace(/\s+/g, " "),
);
const CELLS = words("td th");

/** A raised text: the element's depth, and the number of pieces before it. */
type Raised = { depth: number; piece: number; has_link: boolean };

/** Collects the text that readers see from a parser's events. */
class VisibleText {
	/** Nothing more is needed. */
	stopped = false;
	readonly #pieces: string[] = [];
	/** The pieces that are for readers without scripts. */
	readonly #noscript_pieces = new Set<number>();
	#collected = 0;
	#collected_in_noscript = 0;
	#depth = 0;
	/** The depth of the hidden element; null outside of one. */
	#hidden_at: number | null = null;
	#noscript_at: number | null = null;
	#sup: Raised | null = null;
	#links = 0;

	/** Whether the text that comes now is hidden. */
	get hidden(): boolean {
		return this.#hidden_at !== null;
	}

	open(name: string, attributes: Readonly<Record<string, string>>): void {
		this.#depth += 1;
		if (this.#depth > MAX_DEPTH) this.stopped = true;
		if (this.hidden) return;
		if (isHidden(name, attributes)) this.#hidden_at = this.#depth;
		else if (name === "noscript") this.#noscript_at ??= this.#depth;
		else if (name === "sup") this.#openSup();
		else if (name === "a") this.#openLink();
		// A hidden block still separates the text before and after it.
		if (BLOCKS.has(name)) this.#push(LINE_END);
	}

	close(name: string): void {
		if (this.#hidden_at === null) {
			if (BLOCKS.has(name)) this.#push(LINE_END);
			else if (CELLS.has(name)) this.#push(CELL_END);
			else if (name === "a") this.#links -= 1;
			if (this.#sup?.depth === this.#depth) this.#closeSup(this.#sup);
			if (this.#noscript_at === this.#depth) this.#noscript_at = null;
		} else if (this.#hidden_at === this.#depth) this.#hidden_at = null;
		this.#depth -= 1;
	}

	add(text: string): void {
		if (!this.hidden) this.#push(inlineText(text));
	}

	/**
	 * The canonical text. What stands in `<noscript>` is a part of it only if the rest has too little
	 * text to quote from, because the page is then written for readers without scripts as well.
	 */
	canonical(): string {
		const all = this.#pieces;
		const left_out = this.#noscript_pieces;
		const rest = left_out.size === 0 ? all : all.filter((_, at) => !left_out.has(at));
		const text = canonicalText(rest.join(""));
		return rest === all || text.length >= MIN_TEXT_CHARS ? text : canonicalText(all.join(""));
	}

	#push(piece: string): void {
		if (this.#noscript_at !== null) {
			this.#collected_in_noscript += piece.length;
			if (this.#collected_in_noscript > MAX_COLLECTED_CHARS) return;
			this.#noscript_pieces.add(this.#pieces.length);
		} else {
			this.#collected += piece.length;
			if (this.#collected > MAX_COLLECTED_CHARS) this.stopped = true;
		}
		this.#pieces.push(piece);
	}

	#openLink(): void {
		this.#links += 1;
		if (this.#sup) this.#sup.has_link = true;
	}

	#openSup(): void {
		const piece = this.#pieces.length;
		this.#sup ??= { depth: this.#depth, piece, has_link: this.#links > 0 };
	}

	/** Drops a footnote sign: a raised link in square brackets. */
	#closeSup({ piece, has_link }: Raised): void {
		this.#sup = null;
		if (!has_link || this.#noscript_at !== null || this.#pieces.length - piece > MAX_SIGN_PIECES)
			return;
		const text = this.#pieces.slice(piece).join("").trim();
		if (text.length <= MAX_SIGN_CHARS && /^\[.*\]$/s.test(text)) this.#pieces.length = piece;
	}
}

type Attributes = Readonly<Record<string, string>>;

/**
 * Scripts, templates, drawings, fallback content of media, and the readings beside ruby text, which
 * would stand between the letters of a word.
 */
const UNSEEN = new Set(
	"script style template svg title iframe noembed noframes audio video canvas rt rp".split(" "),
);

/** A page may hide these two until a script runs, and then shows them. */
const SHOWN_BY_SCRIPTS = new Set(["html", "body"]);

/** Whether an element hides its content: by its name, an attribute, or its own style. */
function isHidden(name: string, attributes: Attributes): boolean {
	return (
		UNSEEN.has(name) ||
		attributes.hidden !== undefined ||
		attributes["aria-hidden"]?.trim().toLowerCase() === "true" ||
		(attributes.style !== undefined &&
			!SHOWN_BY_SCRIPTS.has(name) &&
			hidesContent(attributes.style))
	);
}

/** Most styles have none of these words, and need not be read. */
const MAY_HIDE = /none|hidden|collapse|0/i;
const DECLARATION = /^\s*([a-z-]{1,40})\s*:\s*([^!]{0,100})/i;
/** "0", "0.0", "0px", "0 %", also with a sign or without a digit before the point. */
const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)\s*(?:[a-z]{1,5}|%)?$/i;
const SIZES = ["width", "height", "max-width", "max-height"];

/**
 * Whether an inline style hides an element's content: no display, no visibility, no opacity, no
 * font size, or a size of zero from which nothing may stick out. Of two declarations of a property
 * the later one counts.
 */
function hidesContent(style: string): boolean {
	if (!MAY_HIDE.test(style)) return false;
	const declared = new Map<string, string>();
	for (const part of style.split(";")) {
		const [, property, value] = DECLARATION.exec(part) ?? [];
		if (property && value) declared.set(property.toLowerCase(), value.trim().toLowerCase());
	}
	const isZero = (property: string) => ZERO.test(declared.get(property) ?? "");
	const overflow = declared.get("overflow") ?? "";
	return (
		declared.get("display") === "none" ||
		/^(?:hidden|collapse)$/.test(declared.get("visibility") ?? "") ||
		isZero("opacity") ||
		isZero("font-size") ||
		(/hidden|clip/.test(overflow) && SIZES.some(isZero))
	);
}

/**
 * Whether a quote of version 2 is on an opened page as that version read it. Of a PDF, whose text
 * version 2 took in the order of its file, all words of the quote must be on the page in order.
 */
export function earlierReading(
	{ bytes, content_type }: Pick<OpenedPage, "bytes" | "content_type">,
	text: string,
): (quote: string) => boolean {
	if (!/html|xml/i.test(content_type) && content_type.trim() !== "")
		return (quote) => hasWordsInOrder(quote, text);
	const earlier = readVersion2(decodePage(bytes, content_type));
	return (quote) => isOnPage(quote, earlier);
}

function hasWordsInOrder(quote: string, text: string): boolean {
	const wanted = searchWords(quote);
	let at = 0;
	for (const word of searchWords(text)) if (word === wanted[at]) at += 1;
	return wanted.length > 0 && at === wanted.length;
}
