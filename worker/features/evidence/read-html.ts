import { Parser } from "htmlparser2";
import { visibleText } from "#text/clean.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { CELL_END, canonicalText, inlineText, LINE_END } from "./canonical-text.ts";
import { type DeclaredReview, readClaimReview } from "./claim-review.ts";

/** The data used from a page's JSON-LD (schema.org). */
type LinkedData = {
	/** The types of all nodes, without the vocabulary's prefix, for example "NewsArticle". */
	types: ReadonlySet<string>;
	/** `datePublished` of the first node that has one; null if there is none. */
	published: string | null;
	/** The fact checks that the page declares (ClaimReview), at most MAX_REVIEWS. */
	reviews: readonly DeclaredReview[];
};

/** A web page's visible text and its metadata. */
export type HtmlPage = {
	/** Canonical text, version 1. */
	text: string;
	title: string;
	/** The declared language, for example "en-GB"; null if none is declared. */
	language: string | null;
	/** The first content of each `<meta name>` or `<meta property>`, keyed by the lower-case name. */
	meta: ReadonlyMap<string, string>;
	linked_data: LinkedData;
	/** The `datetime` of the first `<time>` that marks the article's publication. */
	time: string | null;
};

/** The parser is fed in pieces, so that it can be stopped in between. */
const PIECE_CHARS = 16_384;
/** Real pages nest less deeply, and the parser's work grows with the depth. */
const MAX_DEPTH = 512;
/** The limit for collected text including white space; canonical text keeps less. */
const MAX_COLLECTED_CHARS = 800_000;
export const MAX_TITLE_CHARS = 300;
const MAX_META = 200;
const MAX_META_CHARS = 1_000;
const MAX_LINKED_DATA_BLOCKS = 8;
const MAX_LINKED_DATA_CHARS = 200_000;

const words = (list: string) => new Set(list.split(" "));
/** Elements that readers never see: scripts, templates, drawings and fallback content of media. */
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

/** Collects the parser's output. `stopped` becomes true when nothing more is needed. */
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
	/** The depth of the hidden element; null outside of one. */
	#hidden_at: number | null = null;
	#articles = 0;
	#in_title = false;
	/** The JSON-LD block that is being read; null outside of one. */
	#block: string | null = null;

	onopentag(name: string, attributes: Attributes): void {
		this.#depth += 1;
		if (this.#depth > MAX_DEPTH) this.stopped = true;
		this.#readAttributes(name, attributes);
		if (this.#hidden_at !== null) return;
		if (isHidden(name, attributes)) this.#hidden_at = this.#depth;
		// A hidden block still separates the text before and after it.
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
		if (this.#in_title && this.title.length < MAX_TITLE_CHARS) this.title += text;
		if (this.#block !== null && this.#block.length < MAX_LINKED_DATA_CHARS) this.#block += text;
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
				// Later titles belong to drawings.
				this.#in_title = this.title === "";
				break;
			case "meta":
				this.#readMeta(attributes);
				break;
			case "script":
				if (attributes.type?.trim().toLowerCase() === "application/ld+json") this.#block = "";
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
		if (!this.meta.has(key)) this.meta.set(key, content.slice(0, MAX_META_CHARS).trim());
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

/** Reads a page as a reader sees it. The work is linear in the page's length for any markup. */
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

/** Feeds a parser until the text ends or its handler needs no more. */
export function parseInPieces(parser: Parser, markup: string, isStopped: () => boolean): void {
	for (let at = 0; at < markup.length && !isStopped(); at += PIECE_CHARS)
		parser.write(markup.slice(at, at + PIECE_CHARS));
	// At the end the parser closes open elements and handles an incomplete tag as text.
	if (!isStopped()) parser.end();
}

/** Converts "en_GB" and "EN" to BCP 47; null if the text is not a language. */
function readLanguage(declared: string | null): string | null {
	const tag = declared?.trim().replaceAll("_", "-") ?? "";
	if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/i.test(tag)) return null;
	const [primary = "", ...rest] = tag.split("-");
	return [primary.toLowerCase(), ...rest].join("-");
}

/**
 * A page describes itself and its site with few nodes; a list of thousands of products is
 * irrelevant.
 */
const MAX_NODES = 2_000;
const MAX_TYPES = 50;
/** An article checks a few claims at most; a list of all checks of a site is not one of them. */
const MAX_REVIEWS = 10;

/** Reads blocks of JSON-LD. Invalid JSON is skipped, because it is common. */
function readLinkedData(blocks: readonly string[]): LinkedData {
	const types = new Set<string>();
	const reviews: DeclaredReview[] = [];
	let published: string | null = null;
	const queue: unknown[] = blocks.slice(0, MAX_NODES).map(tryParseJson);
	// Breadth first, so that the page's own node precedes the nodes that it mentions.
	for (let at = 0; at < queue.length; at += 1) {
		const node = queue[at];
		queue.push(...childrenOf(node).slice(0, MAX_NODES - queue.length));
		if (!isThing(node)) continue;
		const own = typesOf(node["@type"]);
		for (const type of own) if (types.size < MAX_TYPES) types.add(type);
		const review = own.includes("ClaimReview") ? readClaimReview(node) : null;
		if (review) reviews.push(review);
		const { datePublished } = node;
		if (typeof datePublished === "string") published ??= datePublished.slice(0, 100);
	}
	return { types, published, reviews: reviews.slice(0, MAX_REVIEWS) };
}

function childrenOf(node: unknown): unknown[] {
	if (typeof node !== "object" || node === null) return [];
	return Object.values(node).filter((value) => typeof value === "object" && value !== null);
}

function isThing(node: unknown): node is Record<string, unknown> {
	return typeof node === "object" && node !== null && !Array.isArray(node);
}

/** "https://schema.org/NewsArticle", "schema:NewsArticle" and "NewsArticle" are one type. */
function typesOf(value: unknown): string[] {
	const names = Array.isArray(value) ? value.slice(0, MAX_TYPES) : [value];
	return names.flatMap((name) => {
		const bare = typeof name === "string" ? /[^/#:]{1,60}$/.exec(name)?.[0] : "";
		return bare ? [bare] : [];
	});
}
