import type { JsonSchema } from "../json-schema.ts";

const WELL_KNOWN: Record<string, string> = {
	url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
	email: "you@example.org",
	password: "a long passphrase",
	full_name: "Your Name",
	name: "My program",
	body: "What we say to it.",
	token: "the token of the link",
};

/** A value that the schema accepts, required fields only: for the command that shows the call. */
export function sampleValue(schema: JsonSchema, name = ""): unknown {
	const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
	if (choices?.[0] !== undefined) return sampleValue(choices[0], name);
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	switch (schema.type) {
		case "object":
			return sampleObject(schema);
		case "array":
			return [sampleValue((schema.items ?? {}) as JsonSchema, name)];
		case "boolean":
			return true;
		case "integer":
		case "number":
			return 1;
		default:
			return WELL_KNOWN[name] ?? "…";
	}
}

function sampleObject(schema: JsonSchema): Record<string, unknown> {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	// A link is checked by hand, so that its messages are the site's own; it is wanted all the same.
	const wanted = Object.keys(properties).filter(
		(name) => required.includes(name) || name === "url",
	);
	return Object.fromEntries(
		wanted.map((name) => [name, sampleValue(properties[name] ?? {}, name)]),
	);
}
