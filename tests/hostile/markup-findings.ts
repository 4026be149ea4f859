import type { KnownAddress } from "./known-addresses.ts";

/** An element of a page: its name and its attributes. */
export type Element = [name: string, attributes: [string, string][]];

/** Attributes whose value is a URL that is followed or loaded. */
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
/** Only pictures drawn by the pages themselves are data URLs. */
const HARMLESS_DATA = /^data:image\/(?:svg\+xml|png|webp)[;,]/;

/** Every element of a document, in order, without the inline scripts of the build. */
export function elementsOf(document: Document, built: ReadonlySet<string> = new Set()): Element[] {
	const isBuilt = (element: globalThis.Element) =>
		element.matches("script:not([src])") && built.has(element.textContent);
	return [...document.querySelectorAll("*")]
		.filter((element) => !isBuilt(element))
		.map((element) => [
			element.localName,
			[...element.attributes].map(({ name, value }) => [name, value]),
		]);
}

/**
 * Markup that came from a text: an element that no plain page has, an event handler, or a URL that
 * is a script or has an unknown target.
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
	// The bookmarklet's URL is set by the app, on a separate page.
	if (!/^(?:https?|mailto):$/.test(address.protocol))
		return [`an address of another kind: ${here}`];
	const ours = address.origin === new URL(origin).origin || known(address);
	return ours ? [] : [`an address elsewhere: ${here}`];
}

function wrongInScript(attributes: [string, string][], origin: string): string[] {
	const held = new Map(attributes);
	if (SCRIPT_TYPES.has(held.get("type") ?? "")) return [];
	const src = held.get("src");
	if (src === undefined) return ["a script of its own"];
	const elsewhere = new URL(src, origin).origin !== new URL(origin).origin;
	return elsewhere ? [`a script from ${src}`] : [];
}
