import { html } from "hono/html";

/** A sentence of the document, in which backticks mark code. */
export function prose(text: string) {
	return text
		.split("`")
		.map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}
