import { type JsonSchema, SCHEMAS } from "./json-schema.ts";

/** Examples by field name. */
const WELL_KNOWN: Record<string, string> = {
	url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
	email: "you@example.org",
	password: "a long passphrase",
	full_name: "Your Name",
	name: "My program",
	body: "Our response to the analysis.",
	token: "the token of the link",
	video_id: "dQw4w9WgXcQ",
	code: "123456",
	// The pair of RFC 7636, appendix B.
	code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
	code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
};

/** An example value for the schema, with required fields only. `schemas` are those it refers to. */
export function exampleValue(
	schema: JsonSchema,
	schemas: Record<string, JsonSchema>,
	name = "",
): unknown {
	if (typeof schema.$ref === "string")
		return exampleValue(schemas[schema.$ref.slice(SCHEMAS.length)] ?? {}, schemas, name);
	const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
	if (choices?.[0] !== undefined) return exampleValue(choices[0], schemas, name);
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	switch (schema.type) {
		case "object":
			return exampleObject(schema, schemas);
		case "array":
			return [exampleValue((schema.items ?? {}) as JsonSchema, schemas, name)];
		case "boolean":
			return true;
		case "integer":
		case "number":
			return 1;
		default:
			return WELL_KNOWN[name] ?? "…";
	}
}

function exampleObject(
	schema: JsonSchema,
	schemas: Record<string, JsonSchema>,
): Record<string, unknown> {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	// The link is optional in the schema, because the site validates it with its own messages. The
	// example must still include it.
	const wanted = Object.keys(properties).filter(
		(name) => required.includes(name) || name === "url",
	);
	return Object.fromEntries(
		wanted.map((name) => [name, exampleValue(properties[name] ?? {}, schemas, name)]),
	);
}
