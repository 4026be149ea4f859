import { parseUntrustedJson } from "#text/untrusted-json.ts";

/** What a page's JSON-LD (schema.org) says that is of use here. */
export type LinkedData = {
	/** Types of its things, without their vocabulary, e.g. "NewsArticle". */
	types: ReadonlySet<string>;
	/** `datePublished` of the first thing that has one; null if there is none. */
	published: string | null;
};

/** A page describes itself and its site; a list of thousands of products is of no use here. */
const MAX_NODES = 2_000;
const MAX_TYPES = 50;

/** Reads blocks of JSON-LD. What is no JSON is left out, as sites often get it wrong. */
export function readLinkedData(blocks: readonly string[]): LinkedData {
	const types = new Set<string>();
	let published: string | null = null;
	const queue: unknown[] = blocks.slice(0, MAX_NODES).map(parsed);
	// In the order of their depth, so that the page's own entry goes before those it mentions.
	for (let at = 0; at < queue.length; at += 1) {
		const node = queue[at];
		queue.push(...childrenOf(node).slice(0, MAX_NODES - queue.length));
		if (!isThing(node)) continue;
		for (const type of typesOf(node["@type"]))
			if (types.size < MAX_TYPES) types.add(type);
		const { datePublished } = node;
		if (typeof datePublished === "string")
			published ??= datePublished.slice(0, 100);
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
	return Object.values(node).filter(
		(value) => typeof value === "object" && value !== null,
	);
}

function isThing(node: unknown): node is Record<string, unknown> {
	return typeof node === "object" && node !== null && !Array.isArray(node);
}

/** "https://schema.org/NewsArticle", "schema:NewsArticle" and "NewsArticle" are one type. */
function typesOf(value: unknown): string[] {
	const names = Array.isArray(value) ? value.slice(0, MAX_TYPES) : [value];
	return names.flatMap((name) => {
		const bare =
			typeof name === "string" ? /[^/#:]{1,60}$/.exec(name)?.[0] : "";
		return bare ? [bare] : [];
	});
}
