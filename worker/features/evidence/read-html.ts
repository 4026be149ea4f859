import { Parser } from "htmlparser2";
import { visibleText } from "#text/clean.ts";
import { parseInPieces } from "#text/parse-in-pieces.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { type DeclaredReview, readClaimReview } from "./claim-review.ts";
import { type DeclaredDate, ownPartsOf, readDeclaredDate } from "./linked-dates.ts";
import { PageDates } from "./page-dates.ts";
import { VisibleText } from "./visible-text.ts";
import type { Heading } from "./walls.ts";

/** The data used from a page's JSON-LD (schema.org). */
type LinkedData = {
	/** The types of all nodes, without the vocabulary's prefix, for example "NewsArticle". */
	types: ReadonlySet<string>;
	/** The types of the nodes that no other node contains: what the page says of itself. */
	own_types: ReadonlySet<string>;
	/** Those of them, of what these name as their main entity, and of the first article in microdata. */
	page_types: ReadonlySet<string>;
	/** The sections and genres that these nodes name. */
	labels: ReadonlySet<string>;
	/** The nodes with a date of publication, the outer ones first. */
	published: readonly DeclaredDate[];
	/** The fact checks that the page declares (ClaimReview), at most MAX_REVIEWS. */
	reviews: readonly DeclaredReview[];
};

/** A web page's visible text and its metadata. */
export type HtmlPage = {
	/** Canonical text, version 3. */
	text: string;
	/** The offsets in it that no quote crosses. */
	borders: readonly number[];
	title: string;
	/** The first headings of levels 1 to 3, at most MAX_HEADINGS. */
	headings: readonly Heading[];
	/** The declared language, for example "en-GB"; null if none is declared. */
	language: string | null;
	/** The first content of each `<meta name>` or `<meta property>`, keyed by the lower-case name. */
	meta: ReadonlyMap<string, string>;
	linked_data: LinkedData;
	/** The dates that its elements show. */
	dates: Pick<PageDates, "marked" | "single" | "beside_headline">;
};

export const MAX_TITLE_CHARS = 300;
const MAX_HEADINGS = 4;
const MAX_META = 200;
const MAX_META_CHARS = 1_000;
const MAX_LINKED_DATA_BLOCKS = 8;
const MAX_LINKED_DATA_CHARS = 200_000;

const HEADING = /^h[123]$/;
const ARTICLE_ITEM = /(?:Article|Posting)$/;

type Attributes = Record<string, string>;

/** Collects the parser's output. `stopped` becomes true when nothing more is needed. */
class PageCollector {
	readonly text = new VisibleText();
	readonly dates = new PageDates();
	readonly meta = new Map<string, string>();
	readonly blocks: string[] = [];
	title = "";
	language: string | null = null;
	/** The type of the first article in microdata. */
	item_type: string | null = null;
	readonly headings: Heading[] = [];
	#in_title = false;
	/** The heading that is being read; null outside of one. */
	#heading: Heading | null = null;
	/** The JSON-LD block that is being read; null outside of one. */
	#block: string | null = null;

	get stopped(): boolean {
		return this.text.stopped;
	}

	onopentag(name: string, attributes: Attributes): void {
		this.#readAttributes(name, attributes);
		this.text.open(name, attributes);
		this.dates.open(name, attributes);
	}

	onclosetag(name: string): void {
		this.text.close(name);
		this.dates.close();
		if (name === "title") this.#in_title = false;
		else if (HEADING.test(name)) this.#endHeading();
		else if (name === "script") this.#endBlock();
	}

	ontext(text: string): void {
		if (this.#in_title && this.title.length < MAX_TITLE_CHARS) this.title += text;
		if (this.#block !== null && this.#block.length < MAX_LINKED_DATA_CHARS) this.#block += text;
		this.text.add(text);
		if (this.text.hidden) return;
		this.dates.add(text);
		if (this.#heading && this.#heading.text.length < MAX_TITLE_CHARS) this.#heading.text += text;
	}

	#readAttributes(name: string, attributes: Attributes): void {
		if (attributes.itemtype !== undefined) this.#readItemType(attributes.itemtype);
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
			case "h1":
			case "h2":
			case "h3":
				this.#heading ??= { level: Number(name.slice(1)), text: "" };
				break;
			case "script":
				if (attributes.type?.trim().toLowerCase() === "application/ld+json") this.#block = "";
				break;
		}
	}

	#readItemType(declared: string): void {
		const [type = ""] = typesOf(declared);
		if (ARTICLE_ITEM.test(type)) this.item_type ??= type;
	}

	#readMeta(attributes: Attributes): void {
		const name = attributes.property ?? attributes.name ?? attributes.itemprop;
		const { content } = attributes;
		if (!name || content === undefined || this.meta.size >= MAX_META) return;
		const key = name.slice(0, 100).trim().toLowerCase();
		if (!this.meta.has(key)) this.meta.set(key, content.slice(0, MAX_META_CHARS).trim());
	}

	#endHeading(): void {
		const text = visibleText(this.#heading?.text.slice(0, MAX_TITLE_CHARS) ?? "");
		if (this.#heading && text !== "" && this.headings.length < MAX_HEADINGS)
			this.headings.push({ level: this.#heading.level, text });
		this.#heading = null;
	}

	#endBlock(): void {
		if (this.#block !== null && this.blocks.length < MAX_LINKED_DATA_BLOCKS)
			this.blocks.push(this.#block);
		this.#block = null;
	}
}

/** Reads a page as a reader sees it. The work is linear in the page's length for any markup. */
export function readHtml(html: string, { xml = false } = {}): HtmlPage {
	const collector = new PageCollector();
	const parser = new Parser(
		{
			onopentag: (name, attributes) => collector.onopentag(name, attributes),
			onclosetag: (name) => collector.onclosetag(name),
			ontext: (text) => collector.ontext(text),
		},
		{ recognizeCDATA: xml },
	);
	parseInPieces(parser, html, () => collector.stopped);
	const { text, meta, title, headings, language, dates, blocks, item_type } = collector;
	const named = meta.get("og:title") || title;
	const own_language = readLanguage(language ?? meta.get("og:locale") ?? null);
	return {
		...text.canonical(own_language),
		title: visibleText(named.slice(0, MAX_TITLE_CHARS)),
		headings,
		language: own_language,
		meta,
		linked_data: readLinkedData(blocks, item_type),
		dates,
	};
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
/** An article is among the first nodes with a date; lists of related ones go on. */
const MAX_DATED = 100;
/** An article checks a few claims at most; a list of all checks of a site is not one of them. */
const MAX_REVIEWS = 10;

/** The date in a block that is not JSON, for example because of a line break in a text. */
const DECLARED = /"datePublished"\s{0,5}:\s{0,5}"([^"]{8,40})"/;

/** Reads blocks of JSON-LD. Of invalid JSON, which is common, only the date is read. */
function readLinkedData(blocks: readonly string[], item_type: string | null): LinkedData {
	const types = new Set<string>();
	const own_types = new Set<string>();
	const reviews: DeclaredReview[] = [];
	const published: DeclaredDate[] = [];
	const queue: unknown[] = blocks.slice(0, MAX_NODES).map(tryParseJson);
	const own_nodes = new Set(queue);
	const same_page = new Set(queue);
	// Breadth first, so that the page's own node precedes the nodes that it mentions.
	for (let at = 0; at < queue.length; at += 1) {
		const node = queue[at];
		queue.push(...childrenOf(node).slice(0, MAX_NODES - queue.length));
		addParts(own_nodes, node, partsOf);
		addParts(same_page, node, ownPartsOf);
		if (!isThing(node)) continue;
		const own = typesOf(node["@type"]);
		addTypes(types, own);
		if (own_nodes.has(node)) addTypes(own_types, own);
		const review = own.includes("ClaimReview") ? readClaimReview(node) : null;
		if (review) reviews.push(review);
		const dated = readDeclaredDate(node, own, same_page.has(node));
		if (dated && published.length < MAX_DATED) published.push(dated);
	}
	const of_page = queue.filter((node) => same_page.has(node)).filter(isThing);
	const page_types = [item_type ?? [], of_page.map((node) => typesOf(node["@type"]))].flat(2);
	return {
		types,
		own_types,
		page_types: new Set(page_types.slice(0, MAX_TYPES)),
		labels: new Set(of_page.flatMap(labelsOf).slice(0, MAX_TYPES)),
		published: withBroken(
			published,
			blocks.filter((_, at) => queue[at] === undefined),
		),
		reviews: reviews.slice(0, MAX_REVIEWS),
	};
}

function addParts(known: Set<unknown>, node: unknown, partsIn: (node: unknown) => unknown[]): void {
	if (known.has(node)) for (const it of partsIn(node)) known.add(it);
}

/** If no node has a date: the first one in blocks that are not JSON. */
function withBroken(published: DeclaredDate[], blocks: readonly string[]): DeclaredDate[] {
	if (published.length > 0) return published;
	const [date] = blocks.flatMap((it) => DECLARED.exec(it)?.[1] ?? []);
	return date ? [{ published: date, urls: [], rank: "article" }] : [];
}

/** The genres and sections that a node names. */
function labelsOf({ genre, articleSection }: Record<string, unknown>): string[] {
	return [...textsOf(genre), ...textsOf(articleSection)];
}

function addTypes(types: Set<string>, more: readonly string[]): void {
	for (const type of more) if (types.size < MAX_TYPES) types.add(type);
}

/** The nodes that a list or a graph consists of. */
function partsOf(node: unknown): unknown[] {
	if (Array.isArray(node)) return childrenOf(node);
	return isThing(node) ? childrenOf(node["@graph"]) : [];
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
	return textsOf(value).flatMap((name) => /[^/#:]{1,60}$/.exec(name)?.[0] ?? []);
}

/** A text, or the texts of a list. */
function textsOf(value: unknown): string[] {
	const values = Array.isArray(value) ? value.slice(0, MAX_TYPES) : [value];
	return values.filter((it) => typeof it === "string");
}
