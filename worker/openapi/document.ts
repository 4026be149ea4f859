import * as z from "zod";
import { Problem } from "#contract/problem.ts";
import { PROBLEM_TYPE } from "#http/answer-problem.ts";
import type { AnswerBody, Operation, ProblemStatus } from "#http/operation.ts";
import { crossOriginRules } from "#http/origins.ts";
import { analysisEnded, CHAPTERS } from "./chapters.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";

/** The parts of an OpenAPI 3.1 document that are used here. */
export type OpenApiDocument = {
	openapi: "3.1.0";
	info: { title: string; description: string; [key: string]: unknown };
	servers: { url: string }[];
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, OperationObject>>;
	/** Events that are sent to a member's own server. */
	webhooks: Record<string, Record<string, unknown>>;
	components: {
		schemas: Record<string, JsonSchema>;
		securitySchemes: Record<string, unknown>;
	};
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
	content?: Record<string, { schema?: JsonSchema }>;
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
		content: Record<string, { schema: JsonSchema }>;
	};
	responses: Record<string, ResponseObject>;
};

const JSON_TYPE = "application/json";

/**
 * Describes the whole API, using the schemas that also validate the requests. `origin` is the
 * address at which it is served.
 */
export function openApiDocument(origin: string): OpenApiDocument {
	const schemas: Record<string, JsonSchema> = {};
	const paths: OpenApiDocument["paths"] = {};
	for (const { name, operations } of CHAPTERS) {
		for (const [route, operation] of Object.entries(operations)) {
			const [verb = "", path = ""] = route.split(" ");
			const method = verb.toLowerCase();
			const operations_there = paths[path] ?? {};
			operations_there[method] = describe(method, path, operation, name, schemas);
			paths[path] = operations_there;
		}
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "BS Detector API",
			version: "1.0.0",
			description:
				"AI fact-checking of online videos. Scores are percentages from 0 (factual) to 100 (false), given by AI models. Video times are seconds, instants are ISO 8601 in UTC. Errors are RFC 9457 problems whose `detail` is safe to show. While the database cannot be reached, every operation may answer 503 with Retry-After.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: origin }],
		tags: CHAPTERS.map(({ name, says }) => ({ name, description: says })),
		paths,
		webhooks: { analysisEnded: { post: analysisEnded(schemas) } },
		components: {
			schemas: sorted(schemas),
			securitySchemes: {
				key: {
					type: "http",
					scheme: "bearer",
					description: "An API key from your account page.",
				},
				session: {
					type: "apiKey",
					in: "cookie",
					name: "session",
					description: "Set by signing in; for the web app.",
				},
			},
		},
	};
}

function describe(
	method: string,
	path: string,
	operation: Operation,
	tag: string,
	schemas: Record<string, JsonSchema>,
): OperationObject {
	const { id, summary, detail, body, answers } = operation;
	const parameters = describeParameters(operation, schemas);
	const responses: Record<string, ResponseObject> = {};
	for (const [status, { says, body: answer }] of Object.entries(answers))
		responses[status] = {
			description: says,
			...describeContent(answer, schemas),
		};
	if (isTagged(method, path)) responses[304] = { description: UNCHANGED };
	const problem = describeContent({ schema: Problem }, schemas, PROBLEM_TYPE);
	for (const [status, says] of describeProblems(method, path, operation))
		responses[status] = { description: says, ...problem };
	return {
		operationId: id,
		summary,
		...(detail === undefined ? {} : { description: detail }),
		tags: [tag],
		security: SECURITY[operation.access],
		...(parameters.length === 0 ? {} : { parameters }),
		...(body === undefined
			? {}
			: {
					requestBody: {
						required: body.optional !== true,
						content: {
							[JSON_TYPE]: {
								schema: jsonSchema(body.schema, "input", schemas),
							},
						},
					},
				}),
		responses,
	};
}

const UNCHANGED = "Not changed since the answer that `If-None-Match` names.";

/** Whether the response has an ETag, so that 304 is possible. */
function isTagged(method: string, path: string): boolean {
	const streamed = path.endsWith("/events");
	return method === "get" && !streamed && crossOriginRules(path) === "public";
}

const SECURITY: Record<Operation["access"], Record<string, string[]>[]> = {
	everyone: [],
	member: [{ key: [] }, { session: [] }],
	admin: [{ key: [] }, { session: [] }],
	session: [{ session: [] }],
};

function describeParameters(
	{ path = {}, query = {}, headers = {}, wanted = [] }: Operation,
	schemas: Record<string, JsonSchema>,
): Parameter[] {
	const all = (place: Parameter["in"], fields: Record<string, z.ZodType>): Parameter[] =>
		Object.entries(fields).map(([name, field]) => {
			const description = z.globalRegistry.get(field)?.description;
			return {
				name,
				in: place,
				required: place === "path" || wanted.includes(name),
				...(description === undefined ? {} : { description }),
				schema: jsonSchema(field, "input", schemas),
			};
		});
	return [...all("path", path), ...all("query", query), ...all("header", headers)];
}

function describeContent(
	body: AnswerBody,
	schemas: Record<string, JsonSchema>,
	type = JSON_TYPE,
): Pick<ResponseObject, "content"> {
	if (body === "none") return {};
	if ("type" in body) return { content: { [body.type]: {} } };
	const schema = jsonSchema(body.schema, "output", schemas);
	return { content: { [type]: { schema } } };
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
	return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));
}

const SENTENCES = {
	body: {
		400: "The body does not match the schema; `errors` names the fields.",
		413: "The body is too large.",
	},
	unsafe: {
		403: "The request came from another site.",
		415: "The body is not sent as application/json.",
	},
	retry: {
		400: "The Idempotency-Key has the wrong shape.",
		409: "The first request with this Idempotency-Key is still running.",
		422: "This Idempotency-Key was sent with another request.",
	},
	key: { 401: "The API key is not valid." },
	member: { 401: "You are not signed in, or the API key is not valid." },
	session: { 403: "An API key cannot do this." },
	admin: { 403: "You are not on the site's team." },
} satisfies Record<string, Partial<Record<ProblemStatus, string>>>;

/** Public routes that still look up a session and therefore refuse an invalid API key. */
const ASKS_WHO = /^\/api\/auth\//;

/** The problems of an operation: for each status, its reasons. */
function describeProblems(
	method: string,
	path: string,
	{ access, body, headers = {}, problems = {} }: Operation,
): [status: number, says: string][] {
	const reasons = new Map<number, string[]>();
	const add = (from: Partial<Record<number, string>>) => {
		for (const [status, says] of Object.entries(from)) {
			const known = reasons.get(Number(status)) ?? [];
			if (says) reasons.set(Number(status), [...known, says]);
		}
	};
	add(problems);
	if (body) add(SENTENCES.body);
	if ("idempotency-key" in headers) add(SENTENCES.retry);
	if (method !== "get") add(SENTENCES.unsafe);
	if (access !== "everyone") add(SENTENCES.member);
	else if (ASKS_WHO.test(path)) add(SENTENCES.key);
	if (access === "session") add(SENTENCES.session);
	if (access === "admin") add(SENTENCES.admin);
	return [...reasons]
		.map(([status, says]): [number, string] => [status, says.join(" ")])
		.sort(([a], [b]) => a - b);
}
