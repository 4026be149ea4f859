import type { OpenApiDocument, ResponseObject } from "./document-types.ts";
import type { JsonSchema } from "./json-schema.ts";
import { MEMBER_FIELDS } from "./member-fields.ts";
import { MODERATION_FIELDS } from "./moderation-fields.ts";
import { REPORT_FIELDS } from "./report-fields.ts";
import { SITE_FIELDS } from "./site-fields.ts";

/** The sentences by name. */
export const SENTENCES: Record<string, string> = {
	...REPORT_FIELDS,
	...MEMBER_FIELDS,
	...MODERATION_FIELDS,
	...SITE_FIELDS,
};

/**
 * Gives every field and parameter of the document that has no description of its own a sentence by
 * its name. One sentence serves all fields of a name; where a name means different things, the key
 * has what precedes it too: the fields around it, and before them the schema's name or the
 * operation's id, with "request" for a body and "parameters" for a parameter. The longest key that
 * ends a field's path wins. Returns the keys that were used.
 */
export function describeFields({ paths, webhooks, components }: OpenApiDocument): Set<string> {
	const used = new Set<string>();
	const describe = (field: { description?: unknown }, path: string[]): void => {
		if (field.description !== undefined) return;
		const key = path.map((_, from) => path.slice(from).join(".")).find((end) => end in SENTENCES);
		if (key === undefined) return;
		used.add(key);
		field.description = SENTENCES[key];
	};
	const walk = (schema: JsonSchema, path: string[]): void => {
		for (const [name, field] of Object.entries(propertiesOf(schema))) {
			describe(field, [...path, name]);
			walk(field, [...path, name]);
		}
		for (const inner of innerSchemas(schema)) walk(inner, path);
	};

	for (const [name, schema] of Object.entries(components.schemas)) walk(schema, [name]);
	const operations = [...Object.values(paths), ...Object.values(webhooks)];
	for (const operation of operations.flatMap((methods) => Object.values(methods))) {
		const { operationId, parameters = [], requestBody, responses } = operation;
		for (const parameter of parameters)
			describe(parameter, [operationId, "parameters", parameter.name]);
		for (const { schema } of Object.values(requestBody?.content ?? {}))
			walk(schema, [operationId, "request"]);
		for (const { schema = {} } of Object.values(responses).flatMap(contents))
			walk(schema, [operationId]);
	}
	return used;
}

const contents = ({ content = {} }: ResponseObject) => Object.values(content);

export const propertiesOf = (schema: JsonSchema) =>
	(schema.properties ?? {}) as Record<string, JsonSchema>;

/** The schemas of a list's items and of the choices, whose fields belong to the schema itself. */
export function innerSchemas({ items, anyOf, oneOf }: JsonSchema): JsonSchema[] {
	const choices = [anyOf, oneOf].flatMap((some) => (some ?? []) as JsonSchema[]);
	return items === undefined ? choices : [items as JsonSchema, ...choices];
}
