import { PERMISSIONS } from "#tests/support/fixtures/permission-table.ts";
import { ROLES, type Role, type Row } from "#tests/support/world/permissions.ts";
import type { OpenApiDocument, OperationObject } from "#worker/openapi/document-types.ts";
import type { JsonSchema } from "#worker/openapi/json-schema.ts";

/** A text field of a request. */
export type ApiField = {
	/** For example "POST /api/claims". */
	route: string;
	method: string;
	/** With its parameters in braces. */
	path: string;
	place: "body" | "query" | "path" | "header" | "whole body";
	/** The field's name; in a body, the path of names to it. */
	name: string[];
	operation: OperationObject;
	row: Row;
	/** A role whose plain request succeeds. */
	role: Role;
};

/** Streams stay open and are tested elsewhere. */
const STREAM = "text/event-stream";

/** Every text field of every documented route. */
export function apiFields(document: OpenApiDocument): ApiField[] {
	return Object.entries(PERMISSIONS).flatMap(([route, row]) => {
		const [method = "", place = ""] = route.split(" ");
		const path = place.replaceAll(/:(\w+)(?:\{[^ ]*\})?/g, "{$1}");
		const operation = document.paths[path]?.[method.toLowerCase()];
		if (!path.startsWith("/api/") || operation === undefined) return [];
		if (STREAM in (operation.responses[200]?.content ?? {})) return [];
		const role = ROLES.find((one) => row.answers[one] < 400) ?? "member";
		const common = { route, method, path, operation, row, role };
		return namesOf(document, operation, path).map(([kind, name]) => ({
			...common,
			place: kind,
			name,
		}));
	});
}

function namesOf(
	{ components }: OpenApiDocument,
	{ parameters = [], requestBody }: OperationObject,
	path: string,
): [ApiField["place"], string[]][] {
	const parts = [...path.matchAll(/\{(\w+)\}/g)].map(
		([, name = ""]): [ApiField["place"], string[]] => ["path", [name]],
	);
	const named = parameters
		.filter((one) => one.in === "query" || one.in === "header")
		.map(({ in: place, name }): [ApiField["place"], string[]] => [place, [name]]);
	const schema = requestBody?.content["application/json"]?.schema;
	if (schema === undefined) return [...parts, ...named];
	const texts = textsIn(schema, components.schemas).map((name): [ApiField["place"], string[]] => [
		"body",
		name,
	]);
	return [...parts, ...named, ...texts, ["whole body", []]];
}

/** The path of names to each text in a body. */
function textsIn(schema: JsonSchema, schemas: Record<string, JsonSchema>): string[][] {
	if (typeof schema.$ref === "string") {
		const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
		return textsIn(schemas[name] ?? {}, schemas);
	}
	const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as JsonSchema[] | undefined;
	if (choices) return choices.flatMap((one) => textsIn(one, schemas));
	if (schema.type === "string") return [[]];
	if (schema.type === "array")
		return textsIn((schema.items ?? {}) as JsonSchema, schemas).map((rest) => ["0", ...rest]);
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	return Object.entries(properties).flatMap(([name, field]) =>
		textsIn(field, schemas).map((rest) => [name, ...rest]),
	);
}
