import fc from "fast-check";
import type { JsonSchema } from "#worker/openapi/json-schema.ts";

type Schemas = Record<string, JsonSchema>;

/** Values that the schema accepts, as far as its keywords tell; lengths at and around their limits among them. */
export function accepted(
	schema: JsonSchema,
	schemas: Schemas,
): fc.Arbitrary<unknown> {
	if (typeof schema.$ref === "string") {
		const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
		return accepted(schemas[name] ?? {}, schemas);
	}
	const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
	if (choices) return fc.oneof(...choices.map((one) => accepted(one, schemas)));
	if ("const" in schema) return fc.constant(schema.const);
	if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
	switch (schema.type) {
		case "object":
			return acceptedObject(schema, schemas);
		case "array":
			return fc.array(accepted((schema.items ?? {}) as JsonSchema, schemas), {
				minLength: (schema.minItems as number | undefined) ?? 0,
				maxLength: Math.min((schema.maxItems as number | undefined) ?? 5, 20),
			});
		case "string":
			return acceptedText(schema);
		case "integer":
		case "number":
			return fc.integer({
				min: (schema.minimum as number | undefined) ?? -5,
				max: (schema.maximum as number | undefined) ?? 1_000,
			});
		case "boolean":
			return fc.boolean();
		case "null":
			return fc.constant(null);
		default:
			return fc.jsonValue();
	}
}

function acceptedObject(
	schema: JsonSchema,
	schemas: Schemas,
): fc.Arbitrary<unknown> {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	return fc.record(
		Object.fromEntries(
			Object.entries(properties).map(([name, field]) => [
				name,
				accepted(field, schemas),
			]),
		),
		{ requiredKeys: required },
	);
}

function acceptedText(schema: JsonSchema): fc.Arbitrary<string> {
	const { pattern, format, minLength = 0, maxLength } = schema;
	if (format === "uri") return fc.webUrl();
	if (format === "date-time")
		return fc
			.date({ noInvalidDate: true })
			.map((instant) => instant.toISOString());
	// What needs Unicode properties is made of any text.
	if (typeof pattern === "string" && !pattern.includes("\\p"))
		return fc.stringMatching(new RegExp(pattern));
	const least = minLength as number;
	const most = typeof maxLength === "number" ? maxLength : 200;
	return fc.oneof(
		fc.string({
			unit: "grapheme",
			minLength: least,
			maxLength: Math.min(most, 60),
		}),
		fc.constantFrom("x".repeat(least), "x".repeat(Math.min(most, 5_000))),
	);
}

const WRONG_VALUES: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(
		null,
		true,
		-1,
		1e308,
		"",
		"\u0000",
		"\ud800",
		"' OR 1=1 --",
		"<script>alert(1)</script>",
		"x".repeat(20_000),
		[],
		{},
		[[[[[[[[]]]]]]]],
		{ __proto__: null, constructor: 1 },
	),
	fc.jsonValue(),
);

/** Values that are near what the schema accepts: a field less, more, of another type, or something else altogether. */
export function nearlyAccepted(
	schema: JsonSchema,
	schemas: Schemas,
): fc.Arbitrary<unknown> {
	return fc.oneof(
		WRONG_VALUES,
		fc
			.tuple(
				accepted(schema, schemas),
				fc.nat(),
				WRONG_VALUES,
				fc.constantFrom("drop", "replace", "add"),
			)
			.map(([value, at, wrong, way]) => spoilt(value, at, wrong, way)),
	);
}

function spoilt(
	value: unknown,
	at: number,
	wrong: unknown,
	way: "drop" | "replace" | "add",
): unknown {
	if (typeof value !== "object" || value === null) return wrong;
	const entries = Object.entries(value);
	if (way === "add") return { ...value, surplus: wrong };
	const [name] = entries[at % Math.max(1, entries.length)] ?? [];
	if (name === undefined) return { surplus: wrong };
	if (way === "replace") return { ...value, [name]: wrong };
	return Object.fromEntries(entries.filter(([key]) => key !== name));
}

/** What somebody might put into an address. */
export const ADDRESS_PARTS: fc.Arbitrary<string> = fc.oneof(
	fc.string({ minLength: 1, maxLength: 40 }),
	fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
	fc.stringMatching(/^[A-Za-z0-9_-]{11}$/),
	fc.constantFrom(
		"0",
		"-1",
		"null",
		"..%2f..%2fetc",
		"%00",
		"'",
		"' OR 1=1 --",
		"x".repeat(3_000),
	),
);
