import { Parser } from "htmlparser2";
import { visibleText } from "#text/clean.ts";
import {
	CELL_END,
	canonicalText,
	inlineText,
	LINE_END,
} from "./canonical-text.ts";
import { type LinkedData, readLinkedData } from "./linked-data.ts";

/** What a web page says, and what it says of itself. */
export type HtmlPage = {
	/** Canonical text, version 1. */
	text: string;
	title: string;
	/** As the page declares it, e.g. "en-GB"; null if it does not. */
	language: string | null;
	/** The first content of each `<meta name>` or `<meta property>`, by its name in lower case. */
	meta: ReadonlyMap<string, string>;
	linked_data: LinkedData;
	/** `datetime` of the first `<time>` that marks the publication of the page's article. */
	time: string | null;
};

/** The parser is fed in pieces, so that it can be stopped between two of them. */
const PIECE_CHARS = 16_384;
/** No page that people read nests deeper, and the parser's work grows with the depth. */
const MAX_DEPTH = 512;
/** What has been collected, white space and all, once nothing more can be used of it. */
const MAX_COLLECTED_CHARS = 800_000;
export const MAX_TITLE_CHARS = 300;
const MAX_META = 200;
const MAX_META_CHARS = 1_000;
const MAX_LINKED_DATA_BLOCKS = 8;
const MAX_LINKED_DATA_CHARS = 200_000;

const words = (list: string) => new Set(list.split(" "));
/** Never seen by a reader: programs, templates, drawings, and the text that replaces a medium. */
const UNSEEN = words(
	"script style noscript template svg title iframe noembed noframes audio video canvas",
);
const BLOCKS = words(
	`address article aside blockquote body br caption center dd details dialog dir div dl dt
	fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main
	menu nav ol optgroup option p pre search section select summary table tbody textarea tfoot thead
	tr ul`.replace(/\s+/g, " "),
);
const CELLS = words("td th");

type Attributes = Record<string, string>;

function isHidden(name: string, attributes: Attributes): boolean {
	return (
		UNSEEN.has(name) ||
		attributes.hidden !== undefined ||
		attributes["aria-hidden"]?.trim().toLowerCase() === "true"
	);
}

/** Collects what a parser finds; `stopped` once no more is wanted. */
class PageCollector {
	readonly pieces: string[] = [];
	readonly meta = new Map<string, string>();
	readonly blocks: string[] = [];
	title = "";
	language: string | null = null;
	time: string | null = null;
	stopped = false;
	#collected = 0;
	#depth = 0;
	/** The depth at which what is not seen began; null outside. */
	#hidden_at: number | null = null;
	#articles = 0;
	#in_title = false;
	/** The JSON-LD that is being read; null outside. */
	#block: string | null = null;

	onopentag(name: string, attributes: Attributes): void {
		this.#depth += 1;
		if (this.#depth > MAX_DEPTH) this.stopped = true;
		this.#readAttributes(name, attributes);
		if (this.#hidden_at !== null) return;
		if (isHidden(name, attributes)) this.#hidden_at = this.#depth;
		// A hidden block still separates what comes before and after it.
		if (BLOCKS.has(name)) this.#push(LINE_END);
	}

	onclosetag(name: string): void {
		if (this.#hidden_at === null) {
			if (BLOCKS.has(name)) this.#push(LINE_END);
			else if (CELLS.has(name)) this.#push(CELL_END);
		} else if (this.#hidden_at === this.#depth) this.#hidden_at = null;
		this.#depth -= 1;
		if (name === "article" || name === "main") this.#articles -= 1;
		else if (name === "title") this.#in_title = false;
		else if (name === "script") this.#endBlock();
	}

	ontext(text: string): void {
		if (this.#in_title && this.title.length < MAX_TITLE_CHARS)
			this.title += text;
		if (this.#block !== null && this.#block.length < MAX_LINKED_DATA_CHARS)
			this.#block += text;
		if (this.#hidden_at === null) this.#push(inlineText(text));
	}

	#push(piece: string): void {
		this.pieces.push(piece);
		this.#collected += piece.length;
		if (this.#collected > MAX_COLLECTED_CHARS) this.stopped = true;
	}

	#readAttributes(name: string, attributes: Attributes): void {
		switch (name) {
			case "html":
				this.language ??= attributes.lang ?? attributes["xml:lang"] ?? null;
				break;
			case "title":
				// Later ones are titles of drawings.
				this.#in_title = this.title === "";
				break;
			case "meta":
				this.#readMeta(attributes);
				break;
			case "script":
				if (attributes.type?.trim().toLowerCase() === "application/ld+json")
					this.#block = "";
				break;
			case "article":
			case "main":
				this.#articles += 1;
				break;
			case "time":
				this.#readTime(attributes);
				break;
		}
	}

	#readMeta(attributes: Attributes): void {
		const name = attributes.property ?? attributes.name ?? attributes.itemprop;
		const { content } = attributes;
		if (!name || content === undefined || this.meta.size >= MAX_META) return;
		const key = name.slice(0, 100).trim().toLowerCase();
		if (!this.meta.has(key))
			this.meta.set(key, content.slice(0, MAX_META_CHARS).trim());
	}

	#readTime({ datetime, itemprop, pubdate }: Attributes): void {
		if (!datetime || this.time !== null) return;
		const marked = pubdate !== undefined || itemprop === "datePublished";
		if (marked || this.#articles > 0) this.time = datetime.slice(0, 100);
	}

	#endBlock(): void {
		if (this.#block !== null && this.blocks.length < MAX_LINKED_DATA_BLOCKS)
			this.blocks.push(this.#block);
		this.#block = null;
	}
}

/** Reads a page as a reader sees it. Its work grows with the page's length, whatever the markup. */
export function readHtml(html: string): HtmlPage {
	const collector = new PageCollector();
	const parser = new Parser({
		onopentag: (name, attributes) => collector.onopentag(name, attributes),
		onclosetag: (name) => collector.onclosetag(name),
		ontext: (text) => collector.ontext(text),
	});
	parseInPieces(parser, html, () => collector.stopped);
	const { pieces, meta, title, language, time, blocks } = collector;
	const named = meta.get("og:title") || title;
	return {
		text: canonicalText(pieces.join("")),
		title: visibleText(named.slice(0, MAX_TITLE_CHARS)),
		language: readLanguage(language ?? meta.get("og:locale") ?? null),
		meta,
		linked_data: readLinkedData(blocks),
		time,
	};
}

/** Feeds a parser until it has read all, or until its handler wants no more. */
export function parseInPieces(
	parser: Parser,
	markup: string,
	isStopped: () => boolean,
): void {
	for (let at = 0; at < markup.length && !isStopped(); at += PIECE_CHARS)
		parser.write(markup.slice(at, at + PIECE_CHARS));
	// At its end a parser closes what is open, and reads what may not have been a tag after all.
	if (!isStopped()) parser.end();
}

/** "en_GB" and "EN" as BCP 47 has them; null for what is no language. */
function readLanguage(declared: string | null): string | null {
	const tag = declared?.trim().replaceAll("_", "-") ?? "";
	if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/i.test(tag)) return null;
	const [primary = "", ...rest] = tag.split("-");
	return [primary.toLowerCase(), ...rest].join("-");
}
