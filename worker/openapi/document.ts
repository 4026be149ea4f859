import * as z from "zod";
import { Problem } from "#contract/problem.ts";
import { WebhookEvent } from "#contract/webhooks.ts";
import { PROBLEM_TYPE } from "#http/answer-problem.ts";
import type { Endpoint } from "#http/endpoint.ts";
import type { AnswerBody, ProblemStatus } from "#http/operation.ts";
import { CHAPTERS } from "#worker/endpoints.ts";
import { VERSION } from "#worker/version.ts";
import { describeFields } from "./describe-fields.ts";
import type {
	OpenApiDocument,
	OperationObject,
	Parameter,
	RecordedExample,
	ResponseObject,
} from "./document-types.ts";
import RECORDED from "./examples.json" with { type: "json" };
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { BUILT_ORIGIN } from "./routes.ts";

const JSON_TYPE = "application/json";

/**
 * Describes the whole API, using the schemas that also validate the requests. `origin` is the
 * address at which it is served.
 */
export function openApiDocument(origin: string): OpenApiDocument {
	const schemas: Record<string, JsonSchema> = {};
	const paths: OpenApiDocument["paths"] = {};
	const examples = readExamples(origin);
	for (const { name, endpoints } of CHAPTERS)
		for (const endpoint of endpoints) {
			const { method, path } = endpoint;
			const there = paths[path] ?? {};
			there[method.toLowerCase()] = addExample(
				describe(endpoint, name, schemas),
				examples[endpoint.id],
			);
			paths[path] = there;
		}
	const document: OpenApiDocument = {
		openapi: "3.1.0",
		info: {
			title: "BS Detector API",
			version: VERSION,
			description:
				"AI fact-checking of online videos. Scores are percentages from 0 (factual) to 100 (false), given by AI models. Video times are seconds, instants are ISO 8601 in UTC. Query parameters that an operation does not describe are ignored by GET, and refused with 400 by other methods. Errors are RFC 9457 problems whose `detail` is safe to show. While the database cannot be reached, every operation may answer 503 with Retry-After.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: origin }],
		tags: CHAPTERS.map(({ name, says }) => ({ name, description: says })),
		paths,
		webhooks: { analysisEnded: { post: analysisEnded(schemas) } },
		components: {
			schemas: sorted(schemas),
			securitySchemes: {
				key: { type: "http", scheme: "bearer", description: "An API key from your account page." },
				session: {
					type: "apiKey",
					in: "cookie",
					name: "session",
					description: "Set by signing in; for the web app.",
				},
			},
		},
	};
	describeFields(document);
	return document;
}

function describe(
	endpoint: Endpoint,
	tag: string,
	schemas: Record<string, JsonSchema>,
): OperationObject {
	const { id, summary, detail, body, answers } = endpoint;
	const parameters = describeParameters(endpoint, schemas);
	const responses: Record<string, ResponseObject> = {};
	for (const [status, { says, body: answer }] of Object.entries(answers))
		responses[status] = { description: says, ...describeContent(answer, schemas) };
	if (isTagged(endpoint)) responses[304] = { description: UNCHANGED };
	const problem = describeContent({ schema: Problem }, schemas, PROBLEM_TYPE);
	for (const [status, says] of describeProblems(endpoint))
		responses[status] = { description: says, ...problem };
	return {
		operationId: id,
		summary,
		...(detail === undefined ? {} : { description: detail }),
		tags: [tag],
		security: SECURITY[endpoint.access],
		...(parameters.length === 0 ? {} : { parameters }),
		...(body === null
			? {}
			: {
					requestBody: {
						required: isRequired(body),
						content: { [JSON_TYPE]: { schema: jsonSchema(body, "input", schemas) } },
					},
				}),
		responses,
	};
}

/**
 * The recorded examples by operation, of a site at `origin`;
 * `tests/worker/openapi/examples.test.ts` records them.
 */
function readExamples(origin: string): Record<string, RecordedExample> {
	return JSON.parse(JSON.stringify(RECORDED).replaceAll(BUILT_ORIGIN, origin));
}

function addExample(operation: OperationObject, example?: RecordedExample): OperationObject {
	if (example === undefined) return operation;
	const { path, body, status, answer } = example;
	const { requestBody, responses } = operation;
	const answered = responses[status];
	return {
		...operation,
		...(requestBody && {
			requestBody: { ...requestBody, content: withExample(requestBody.content, body) },
		}),
		responses: {
			...responses,
			...(answered?.content && {
				[status]: { ...answered, content: withExample(answered.content, answer) },
			}),
		},
		"x-example-path": path,
	};
}

function withExample<C extends object>(content: Record<string, C>, example: unknown) {
	if (example === undefined) return content;
	return Object.fromEntries(
		Object.entries(content).map(([type, one]) => [type, { ...one, example }]),
	);
}

const UNCHANGED = "Not changed since the answer that `If-None-Match` names.";

/** Whether the response has an ETag, so that 304 is possible. */
function isTagged({ method, cross_origin, answers }: Endpoint): boolean {
	const streamed = Object.values(answers).some(
		({ body }) => typeof body === "object" && "type" in body && body.type === "text/event-stream",
	);
	return method === "GET" && !streamed && cross_origin === "public";
}

const BY_KEY_OR_SESSION = [{ key: [] }, { session: [] }];
const SECURITY: Record<Endpoint["access"], Record<string, string[]>[]> = {
	everyone: [],
	known: [],
	member: BY_KEY_OR_SESSION,
	admin: BY_KEY_OR_SESSION,
	recent_admin: BY_KEY_OR_SESSION,
	session: [{ session: [] }],
};

function describeParameters(
	{ params, query, headers = {}, idempotent }: Endpoint,
	schemas: Record<string, JsonSchema>,
): Parameter[] {
	const all = (place: Parameter["in"], fields: Record<string, z.ZodType>): Parameter[] =>
		Object.entries(fields).map(([name, field]) => {
			const description = z.globalRegistry.get(field)?.description;
			return {
				name,
				in: place,
				required: place === "path" || (place === "query" && isRequired(field)),
				...(description === undefined ? {} : { description }),
				schema: jsonSchema(field, "input", schemas),
			};
		});
	const retry = idempotent ? all("header", retryHeader) : [];
	return [...all("path", params), ...all("query", query), ...all("header", headers), ...retry];
}

/** For requests that create something: repeating one with the same key creates nothing more. */
const retryHeader = {
	"idempotency-key": z
		.string()
		.min(1)
		.max(255)
		.describe(
			"A value you choose, a new one for each request. If you send it again within a day, you get the first answer, marked `Idempotency-Replayed: true`. With another body you get 422, and while the first request is still running 409.",
		),
};

function isRequired(schema: z.ZodType): boolean {
	return !schema.safeParse(undefined).success;
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
	recent_admin: { 403: "The last sign-in was more than 30 minutes ago." },
} satisfies Record<string, Partial<Record<ProblemStatus, string>>>;

/** The problems of an endpoint: for each status, its reasons. */
function describeProblems({
	method,
	access,
	body,
	idempotent,
	problems = {},
}: Endpoint): [status: number, says: string][] {
	const reasons = new Map<number, string[]>();
	const add = (from: Partial<Record<number, string>>) => {
		for (const [status, says] of Object.entries(from)) {
			const known = reasons.get(Number(status)) ?? [];
			if (says) reasons.set(Number(status), [...known, says]);
		}
	};
	add(problems);
	if (body) add(SENTENCES.body);
	if (idempotent) add(SENTENCES.retry);
	if (method !== "GET") add(SENTENCES.unsafe);
	if (access === "known") add(SENTENCES.key);
	else if (access !== "everyone") add(SENTENCES.member);
	if (access === "session") add(SENTENCES.session);
	if (access === "admin" || access === "recent_admin") add(SENTENCES.admin);
	if (access === "recent_admin") add(SENTENCES.recent_admin);
	return [...reasons]
		.map(([status, says]): [number, string] => [status, says.join(" ")])
		.sort(([a], [b]) => a - b);
}

/**
 * The webhook event, signed as specified by Standard Webhooks 1.0. A 2xx status accepts it;
 * otherwise it is sent again.
 */
function analysisEnded(schemas: Record<string, JsonSchema>): OperationObject {
	return {
		operationId: "analysisEnded",
		summary: "An analysis that you requested with a webhook_url has ended",
		description:
			"Signed by Standard Webhooks 1.0 with the secret of your account: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. It says that there is something to read, and where.",
		tags: ["Webhooks"],
		// The receiver verifies the signature instead.
		security: [],
		requestBody: {
			required: true,
			content: { "application/json": { schema: jsonSchema(WebhookEvent, "output", schemas) } },
		},
		responses: {
			"2XX": { description: "Accepted; it is not sent again." },
			"410": { description: "No longer wanted; nothing more is sent." },
		},
	};
}
