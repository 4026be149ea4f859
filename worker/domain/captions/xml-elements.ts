import { type XmlToken, xmlTokens } from "./xml-tokens.ts";

type Attributes = Record<string, string>;
export type XmlElement = { attributes: Attributes; text: string };

/**
 * The elements called `name` with the text in them, markup inside left out but
 * `<br>`, which is a line break. The text of a span `<s>` whose attributes are
 * `withheld` does not count.
 */
export function xmlElements(
	xml: string,
	name: string,
	withheld: (span: Attributes) => boolean = () => false,
): XmlElement[] {
	const elements: XmlElement[] = [];
	/** null outside of an element. */
	let open: XmlElement | null = null;
	let silent = false;
	for (const token of xmlTokens(xml)) {
		if (token.kind !== "text" && token.name === name) {
			silent = false;
			open = opened(token);
			if (open !== null) elements.push(open);
		} else if (token.kind !== "text" && token.name === "s") {
			silent = token.kind === "open" && withheld(token.attributes);
		} else if (open !== null && !silent) {
			open.text += textOf(token);
		}
	}
	return elements;
}

function opened(token: XmlToken): XmlElement | null {
	return token.kind === "open"
		? { attributes: token.attributes, text: "" }
		: null;
}

function textOf(token: XmlToken): string {
	if (token.kind === "text") return token.text;
	return token.kind === "open" && token.name === "br" ? "\n" : "";
}
