import { html } from "hono/html";
import type { JsonSchema } from "../json-schema.ts";
import { fieldsOf, schemaWords } from "./schema-words.ts";

/** A schema of the document, under its own anchor. */
export function schemaSection(name: string, schema: JsonSchema) {
	return html`<section id="schema-${name}"><h3>${name}</h3>${schemaTable(schema)}</section>`;
}

/** What a body holds: its fields, or its type in words. */
export function schemaTable(schema: JsonSchema) {
	const fields = fieldsOf(schema);
	if (fields.length === 0) return html`<p>${typeOf(schema)}</p>`;
	return html`<div class="scroll" tabindex="0" role="group" aria-label="Fields"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th></tr></thead><tbody>${fields.map(
		({ name, required, schema: field }) =>
			html`<tr><th scope="row"><code>${name}</code>${required ? "" : html` <small>optional</small>`}</th><td>${typeOf(field)}</td></tr>`,
	)}</tbody></table></div>`;
}

/** The type in words; the schemas it names are links. */
export function typeOf(schema: JsonSchema) {
	const { text, names } = schemaWords(schema);
	const parts = names.length === 0 ? [text] : text.split(anyOf(names));
	return parts.map((part) =>
		names.includes(part)
			? html`<a href="#schema-${part}">${part}</a>`
			: html`${part}`,
	);
}

/** Splits at the names and keeps them. */
function anyOf(names: string[]): RegExp {
	return new RegExp(`\\b(${names.join("|")})\\b`);
}
