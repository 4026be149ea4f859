import { html } from "hono/html";
import type { JsonSchema } from "./json-schema.ts";
import { SCHEMAS } from "./json-schema.ts";

/** A schema of the document with its own anchor. */
export function schemaSection(name: string, schema: JsonSchema) {
	return html`<section id="schema-${name}"><h3>${name}</h3>${schemaTable(schema)}</section>`;
}

/** The fields of a body as a table, or its type in words. */
export function schemaTable(schema: JsonSchema) {
	const fields = listFields(schema);
	if (fields.length === 0) return html`<p>${describeType(schema)}</p>`;
	return html`<div class="scroll" tabindex="0" role="group" aria-label="Fields"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th></tr></thead><tbody>${fields.map(
		({ name, required, schema: field }) =>
			html`<tr><th scope="row"><code>${name}</code>${required ? "" : html` <small>optional</small>`}</th><td>${describeType(field)}</td></tr>`,
	)}</tbody></table></div>`;
}

/** The type in words, with links to the schemas that it mentions. */
export function describeType(schema: JsonSchema) {
	const { text, names } = schemaWords(schema);
	const parts = names.length === 0 ? [text] : text.split(anyOfNames(names));
	return parts.map((part) =>
		names.includes(part) ? html`<a href="#schema-${part}">${part}</a>` : html`${part}`,
	);
}

/** A pattern that splits a text at the names and keeps them. */
function anyOfNames(names: string[]): RegExp {
	return new RegExp(`\\b(${names.join("|")})\\b`);
}

/** A type in a few words, and the names of the schemas in these words. */
type SchemaWords = { text: string; names: string[] };

/** For example "list of Statement", "string or null", `"upvote" | "downvote"`. */
export function schemaWords(schema: JsonSchema): SchemaWords {
	if (typeof schema.$ref === "string") {
		const name = schema.$ref.slice(SCHEMAS.length);
		return { text: name, names: [name] };
	}
	const choices = asSchemas(schema.anyOf) ?? asSchemas(schema.oneOf);
	if (choices !== null) return joined(choices.map(schemaWords), " or ");
	if ("const" in schema) return words(JSON.stringify(schema.const));
	if (Array.isArray(schema.enum))
		return words(schema.enum.map((one) => JSON.stringify(one)).join(" or "));
	if (schema.type === "array") {
		const items = schemaWords((schema.items ?? {}) as JsonSchema);
		return { ...items, text: `list of ${items.text}` };
	}
	if (Array.isArray(schema.type)) return words(schema.type.join(" or "));
	if (schema.format === "date-time") return words("instant");
	if (typeof schema.type !== "string") return words("anything");
	return words(schema.type + describeLimits(schema));
}

/**
 * Every field of an object schema with its dotted path. The fields of an array's items follow
 * `[]`.
 */
export function listFields(
	schema: JsonSchema,
	prefix = "",
): { name: string; required: boolean; schema: JsonSchema }[] {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	return Object.entries(properties).flatMap(([name, field]) => [
		{ name: prefix + name, required: required.includes(name), schema: field },
		...listFields(field, `${prefix}${name}.`),
		...listFields((field.items ?? {}) as JsonSchema, `${prefix}${name}[].`),
	]);
}

function describeLimits({ minimum, maximum, minLength, maxLength }: JsonSchema) {
	const range = (least: unknown, most: unknown, unit: string) => {
		if (least === undefined && most === undefined) return "";
		if (most === undefined) return `, at least ${least}${unit}`;
		return least === undefined ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`;
	};
	return range(minimum, maximum, "") + range(minLength, maxLength, " characters");
}

function joined(all: SchemaWords[], by: string): SchemaWords {
	return {
		text: all.map(({ text }) => text).join(by),
		names: all.flatMap(({ names }) => names),
	};
}

function words(text: string): SchemaWords {
	return { text, names: [] };
}

function asSchemas(value: unknown): JsonSchema[] | null {
	return Array.isArray(value) ? (value as JsonSchema[]) : null;
}
