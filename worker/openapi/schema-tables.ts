import { html } from "hono/html";
import { type JsonSchema, SCHEMAS } from "./json-schema.ts";

/** A table that scrolls sideways on a narrow screen. `rows` are `<tr>` elements. */
export function table(label: string, columns: string[], rows: ReturnType<typeof html>[]) {
	return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${columns.map(
		(column) => html`<th scope="col">${column}</th>`,
	)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** The fields of a body as a table, or its type in words. */
export function schemaTable(schema: JsonSchema) {
	const fields = listFields(schema);
	if (fields.length === 0) return html`<p>${describeType(schema)}</p>`;
	const rows = fields.map(
		({ name, required, schema: field }) =>
			html`<tr><th scope="row"><code>${name}</code>${required ? "" : html` <small>optional</small>`}</th><td>${describeType(field)}</td></tr>`,
	);
	return table("Fields", ["Field", "Type"], rows);
}

/**
 * The type in a few words, for example "list of Statement" or "string or null", with links to the
 * schemas that it mentions.
 */
export function describeType(schema: JsonSchema): ReturnType<typeof html> {
	if (typeof schema.$ref === "string") {
		const name = schema.$ref.slice(SCHEMAS.length);
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	const [first, ...others] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
	if (first)
		return html`${describeType(first)}${others.map((one) => html` or ${describeType(one)}`)}`;
	if (schema.type === "array")
		return html`list of ${describeType((schema.items ?? {}) as JsonSchema)}`;
	return html`${plainType(schema)}`;
}

function plainType(schema: JsonSchema): string {
	if ("const" in schema) return JSON.stringify(schema.const);
	if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
	if (Array.isArray(schema.type)) return schema.type.join(" or ");
	if (schema.format === "date-time") return "instant";
	return typeof schema.type === "string" ? schema.type + describeLimits(schema) : "anything";
}

function describeLimits({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
	const range = (least: unknown, most: unknown, unit: string) => {
		if (least === undefined) return most === undefined ? "" : `, at most ${most}${unit}`;
		return most === undefined ? `, at least ${least}${unit}` : `, ${least} to ${most}${unit}`;
	};
	return range(minimum, maximum, "") + range(minLength, maxLength, " characters");
}

type Field = { name: string; required: boolean; schema: JsonSchema };

/**
 * Every field of an object schema with its dotted path. The fields of an array's items follow
 * `[]`.
 */
export function listFields(schema: JsonSchema, prefix = ""): Field[] {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	return Object.entries(properties).flatMap(([name, field]) => [
		{ name: prefix + name, required: required.includes(name), schema: field },
		...listFields(field, `${prefix}${name}.`),
		...listFields((field.items ?? {}) as JsonSchema, `${prefix}${name}[].`),
	]);
}
