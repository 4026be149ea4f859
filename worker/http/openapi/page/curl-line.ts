import type { OpenApiDocument, OperationObject } from "../document.ts";
import type { JsonSchema } from "../json-schema.ts";
import { sampleValue } from "./sample-value.ts";

/** Stands for a video in the commands. */
const SAMPLE_VIDEO = "dQw4w9WgXcQ";
/** How the SHA-256 of its id begins. */
const SAMPLE_PREFIX = "5f6b";

const QUERIES: Record<string, string> = {
	"/api/search": "?q=climate",
	"/api/v1/lookup": `?ids=${SAMPLE_VIDEO}`,
};

/** The call as one line for a shell. */
export function curlLine(
	{ servers, components }: OpenApiDocument,
	method: string,
	path: string,
	operation: OperationObject,
): string {
	const origin = servers[0]?.url ?? "";
	const parts = ["curl"];
	if (method !== "get") parts.push(`-X ${method.toUpperCase()}`);
	if (operation.security.some((way) => "key" in way))
		parts.push('-H "Authorization: Bearer $KEY"');
	else if (operation.security.length > 0) parts.push("-b jar");
	const body = operation.requestBody?.content["application/json"]?.schema;
	if (body !== undefined) {
		const value = sampleValue(resolve(body, components.schemas));
		parts.push('-H "Content-Type: application/json"');
		parts.push(`-d '${JSON.stringify(value).replaceAll("'", "'\\''")}'`);
	}
	const streams = Object.values(operation.responses).some(
		({ content }) => content !== undefined && "text/event-stream" in content,
	);
	if (streams) parts.push("-N");
	const filled = path
		.replace("/videos/{id}", `/videos/${SAMPLE_VIDEO}`)
		.replace("{prefix}", SAMPLE_PREFIX)
		.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
	parts.push(`"${origin}${filled}${QUERIES[path] ?? ""}"`);
	return parts.join(" ");
}

function resolve(
	schema: JsonSchema,
	schemas: Record<string, JsonSchema>,
): JsonSchema {
	if (typeof schema.$ref !== "string") return schema;
	return schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {};
}
