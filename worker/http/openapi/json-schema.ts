import * as z from "zod";
import { namedSchemas } from "./named-schemas.ts";

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has them. */
export type JsonSchema = { [keyword: string]: unknown };

const PLACE = "#/components/schemas/";

/**
 * The schema as JSON Schema. What has a name goes into `components`, and only
 * the reference to it is answered. `io`: what is sent to us, or what we answer.
 */
export function jsonSchema(
	schema: z.ZodType,
	io: "input" | "output",
	components: Record<string, JsonSchema>,
): JsonSchema {
	const { $defs = {}, ...own } = plain(
		z.toJSONSchema(schema, {
			io,
			metadata: namedSchemas,
			override: ({ jsonSchema }) => tidy(jsonSchema),
		}),
	);
	for (const [name, definition] of Object.entries($defs as JsonSchema))
		components[name] = plain(definition as JsonSchema);
	return own;
}

/** Without what belongs to a document of its own; references lead to the components. */
function plain(schema: JsonSchema): JsonSchema {
	const { $schema: _, $id: __, id: ___, ...rest } = schema;
	return JSON.parse(
		JSON.stringify(rest, (key, value: unknown) =>
			key === "$ref" && typeof value === "string"
				? value.replace(/^#\/\$defs\//, PLACE)
				: value,
		),
	) as JsonSchema;
}

/** A format says enough of an instant, and every JSON integer is a safe one. */
function tidy(schema: JsonSchema): void {
	if (schema.format === "date-time") delete schema.pattern;
	if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
	if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
