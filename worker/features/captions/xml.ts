import { decodeEntities } from "#text/markup.ts";

type Attributes = Record<string, string>;
type XmlElement = { attributes: Attributes; text: string };

/**
 * Returns the elements called `name` with their text. Markup inside is dropped except `<br>`,
 * which becomes a line break. The text of `<s>` spans for whose attributes `withheld` returns
 * true is skipped.
 */
export function readXmlElements(
	xml: string,
	name: string,
	withheld: (span: Attributes) => boolean = () => false,
): XmlElement[] {
	const elements: XmlElement[] = [];
	/** null outside of an element. */
	let open: XmlElement | null = null;
	let silent = false;
	for (const token of tokenizeXml(xml)) {
		if (token.kind !== "text" && token.name === name) {
			silent = false;
			open = opened(token);
			if (open !== null) elements.push(open);
		} else if (token.kind !== "text" && token.name === "s") {
			silent = token.kind === "open" && withheld(token.attributes);
		} else if (open !== null && !silent) {
			open.text += readText(token);
		}
	}
	return elements;
}

function opened(token: XmlToken): XmlElement | null {
	return token.kind === "open" ? { attributes: token.attributes, text: "" } : null;
}

function readText(token: XmlToken): string {
	if (token.kind === "text") return token.text;
	return token.kind === "open" && token.name === "br" ? "\n" : "";
}

type XmlToken =
	| { kind: "text"; text: string }
	| { kind: "open"; name: string; attributes: Record<string, string> }
	| { kind: "close"; name: string };

/** More than any element of a caption file has. */
const MAX_ATTRIBUTES = 40;
/** Sticky, so that the tag is read once from left to right. */
const ATTRIBUTE = /[\s/]*([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/y;
const CDATA = "<![CDATA[";
/** The start and end of markup other than tags; the longest start comes first. */
const ASIDES = [
	[CDATA, "]]>"],
	["<!--", "-->"],
	["<?", "?>"],
	["<!", ">"],
] as const;

/**
 * Yields the tokens of an XML text in one pass. Declarations, comments and document types are
 * skipped. Entities in text and attributes are decoded once; no custom entities are supported. A
 * self-closing tag yields an opening and a closing token. Broken XML yields the tokens before the
 * error. Never throws.
 */
export function* tokenizeXml(xml: string): Generator<XmlToken> {
	let at = 0;
	while (at < xml.length) {
		const open = xml.indexOf("<", at);
		const text = xml.slice(at, open < 0 ? xml.length : open);
		if (text !== "") yield { kind: "text", text: decodeEntities(text) };
		const markup = open < 0 ? null : markupAt(xml, open);
		if (markup === null) return;
		yield* markup.tokens;
		at = markup.end;
	}
}

function markupAt(xml: string, open: number): { tokens: XmlToken[]; end: number } | null {
	const aside = ASIDES.find(([start]) => xml.startsWith(start, open));
	const [start, close] = aside ?? ["<", ">"];
	const from = open + start.length;
	const end = aside ? xml.indexOf(close, from) : tagEnd(xml, from);
	if (end < 0) return null;
	const inside = xml.slice(from, end);
	const verbatim: XmlToken[] = start === CDATA ? [{ kind: "text", text: inside }] : [];
	const tokens = aside ? verbatim : tagTokens(inside);
	return { tokens, end: end + close.length };
}

/** The offset of the tag's ">" outside quotes; -1 if there is none. */
function tagEnd(xml: string, from: number): number {
	let quote = "";
	for (let at = from; at < xml.length; at++) {
		const char = xml[at];
		if (quote !== "") {
			if (char === quote) quote = "";
		} else if (char === '"' || char === "'") quote = char;
		else if (char === ">") return at;
	}
	return -1;
}

function tagTokens(inside: string): XmlToken[] {
	const name = /^\/?\s*([^\s/>"'=]+)/.exec(inside)?.[1];
	if (name === undefined) return [];
	const close: XmlToken = { kind: "close", name };
	if (inside.startsWith("/")) return [close];
	const open: XmlToken = {
		kind: "open",
		name,
		attributes: readAttributes(inside),
	};
	return inside.endsWith("/") ? [open, close] : [open];
}

function readAttributes(inside: string): Record<string, string> {
	const attributes: Record<string, string> = Object.create(null);
	const walk = new RegExp(ATTRIBUTE);
	for (let left = MAX_ATTRIBUTES; left > 0; left--) {
		const [, name, double, single] = walk.exec(inside) ?? [];
		if (name === undefined) break;
		attributes[name] = decodeEntities(double ?? single ?? "");
	}
	return attributes;
}
