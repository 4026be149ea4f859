import type { KnownAddress } from "./known-addresses.ts";

/** An element as it stands in a page: its name and its attributes. */
export type Element = [name: string, attributes: [string, string][]];

/** Attributes whose value is an address that somebody follows or the browser loads. */
const ADDRESSES = new Set([
	"href",
	"src",
	"action",
	"formaction",
	"xlink:href",
	"data",
	"poster",
	"cite",
	"background",
	"ping",
	"manifest",
]);
const SCRIPT_TYPES = new Set(["application/json", "application/ld+json"]);
/** A picture that the pages themselves draw comes as data; nothing else does. */
const HARMLESS_DATA = /^data:image\/(?:svg\+xml|png|webp)[;,]/;

/** Every element of a document, in order. */
export function elementsOf(document: Document): Element[] {
	return [...document.querySelectorAll("*")].map((element) => [
		element.localName,
		[...element.attributes].map(({ name, value }) => [name, value]),
	]);
}

/**
 * What of a page came out of a text: an element that no plain page has, a
 * handler, an address that is a script or lies elsewhere than pages do.
 */
export function wrongInMarkup(
	elements: Element[],
	plain: ReadonlySet<string>,
	origin: string,
	known: KnownAddress,
): string[] {
	const wrong = elements.flatMap(([name, attributes]) => [
		...(plain.has(name) ? [] : [`an element <${name}>`]),
		...attributes.flatMap(([attribute, value]) =>
			wrongInAttribute(name, attribute.toLowerCase(), value, origin, known),
		),
		...(name === "script" ? wrongInScript(attributes, origin) : []),
	]);
	return [...new Set(wrong)];
}

function wrongInAttribute(
	name: string,
	attribute: string,
	value: string,
	origin: string,
	known: KnownAddress,
): string[] {
	const here = `${name} ${attribute}="${value.slice(0, 80)}"`;
	if (attribute.startsWith("on")) return [`a handler: ${here}`];
	if (attribute === "srcdoc") return [`a document inside: ${here}`];
	if (attribute === "style" && /url\(|expression|@import/i.test(value))
		return [`a style that loads: ${here}`];
	if (!ADDRESSES.has(attribute)) return [];
	if (!URL.canParse(value, origin)) return [];
	const address = new URL(value, origin);
	if (name === "img" && HARMLESS_DATA.test(value)) return [];
	// The bookmarklet's address is set by the app, on a page of its own.
	if (!/^(?:https?|mailto):$/.test(address.protocol))
		return [`an address of another kind: ${here}`];
	const ours = address.origin === new URL(origin).origin || known(address);
	return ours ? [] : [`an address elsewhere: ${here}`];
}

function wrongInScript(
	attributes: [string, string][],
	origin: string,
): string[] {
	const held = new Map(attributes);
	if (SCRIPT_TYPES.has(held.get("type") ?? "")) return [];
	const src = held.get("src");
	if (src === undefined) return ["a script of its own"];
	const elsewhere = new URL(src, origin).origin !== new URL(origin).origin;
	return elsewhere ? [`a script from ${src}`] : [];
}
