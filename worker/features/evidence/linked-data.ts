import { parseUntrustedJson } from "#text/untrusted-json.ts";

/** The data used from a page's JSON-LD (schema.org). */
export type LinkedData = {
	/** The types of all nodes, without the vocabulary's prefix, for example "NewsArticle". */
	types: ReadonlySet<string>;
	/** `datePublished` of the first node that has one; null if there is none. */
	published: string | null;
};

/**
 * A page describes itself and its site with few nodes; a list of thousands of products is
 * irrelevant.
 */
const MAX_NODES = 2_000;
const MAX_TYPES = 50;

/** Reads blocks of JSON-LD. Invalid JSON is skipped, because it is common. */
export function readLinkedData(blocks: readonly string[]): LinkedData {
	const types = new Set<string>();
	let published: string | null = null;
	const queue: unknown[] = blocks.slice(0, MAX_NODES).map(parsed);
	// Breadth first, so that the page's own node precedes the nodes that it mentions.
	for (let at = 0; at < queue.length; at += 1) {
		const node = queue[at];
		queue.push(...childrenOf(node).slice(0, MAX_NODES - queue.length));
		if (!isThing(node)) continue;
		for (const type of typesOf(node["@type"])) if (types.size < MAX_TYPES) types.add(type);
		const { datePublished } = node;
		if (typeof datePublished === "string") published ??= datePublished.slice(0, 100);
	}
	return { types, published };
}

function parsed(json: string): unknown {
	try {
		return parseUntrustedJson(json);
	} catch {
		return null;
	}
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
