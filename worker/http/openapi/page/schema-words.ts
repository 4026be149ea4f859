import type { JsonSchema } from "../json-schema.ts";

/** A schema's type in a few words, with the names of the schemas it leads to. */
export type SchemaWords = { text: string; names: string[] };

const PLACE = "#/components/schemas/";

/** "list of Statement", "string or null", `"upvote" | "downvote"` and the like. */
export function schemaWords(schema: JsonSchema): SchemaWords {
	if (typeof schema.$ref === "string") {
		const name = schema.$ref.slice(PLACE.length);
		return { text: name, names: [name] };
	}
	const choices = listOf(schema.anyOf) ?? listOf(schema.oneOf);
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
	return words(schema.type + limitsOf(schema));
}

/** Every field of an object schema, its way written with dots; a list's fields follow `[]`. */
export function fieldsOf(
	schema: JsonSchema,
	prefix = "",
): { name: string; required: boolean; schema: JsonSchema }[] {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	return Object.entries(properties).flatMap(([name, field]) => [
		{ name: prefix + name, required: required.includes(name), schema: field },
		...fieldsOf(field, `${prefix}${name}.`),
		...fieldsOf((field.items ?? {}) as JsonSchema, `${prefix}${name}[].`),
	]);
}

function limitsOf({ minimum, maximum, minLength, maxLength }: JsonSchema) {
	const range = (least: unknown, most: unknown, unit: string) => {
		if (least === undefined && most === undefined) return "";
		if (most === undefined) return `, at least ${least}${unit}`;
		return least === undefined
			? `, at most ${most}${unit}`
			: `, ${least} to ${most}${unit}`;
	};
	return (
		range(minimum, maximum, "") + range(minLength, maxLength, " characters")
	);
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

function listOf(value: unknown): JsonSchema[] | null {
	return Array.isArray(value) ? (value as JsonSchema[]) : null;
}
