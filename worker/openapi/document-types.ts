import type { JsonSchema } from "./json-schema.ts";

/** The parts of an OpenAPI 3.1 document that are used here. */
export type OpenApiDocument = {
	openapi: "3.1.0";
	info: { title: string; description: string; [key: string]: unknown };
	servers: { url: string }[];
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, OperationObject>>;
	/** Events that are sent to a member's own server. */
	webhooks: Record<string, Record<string, OperationObject>>;
	components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
};

export type Parameter = {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description?: string;
	schema: JsonSchema;
};

export type ResponseObject = {
	description: string;
	content?: Record<string, { schema?: JsonSchema; example?: unknown }>;
};

export type OperationObject = {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	security: Record<string, string[]>[];
	parameters?: Parameter[];
	requestBody?: {
		required: boolean;
		content: Record<string, { schema: JsonSchema; example?: unknown }>;
	};
	responses: Record<string, ResponseObject>;
	/** The path and query of the example, which the body and one of the responses go with. */
	"x-example-path"?: string;
};

/** A request to the running product and its answer. Lists and texts are cut short. */
export type RecordedExample = {
	/** With its query. */
	path: string;
	body?: unknown;
	status: number;
	/** JSON, or the beginning of a text; absent for an answer without a body. */
	answer?: unknown;
};
