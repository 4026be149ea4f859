import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import { PERMISSIONS } from "#tests/support/fixtures/permission-table.ts";
import { type AnswerCheck, answerCheck } from "#tests/support/world/answer-checks.ts";
import { opened } from "#tests/support/world/opened.ts";
import {
	createWorld,
	ROLES,
	type Role,
	type Row,
	type World,
} from "#tests/support/world/permissions.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL } from "#tests/support/world/signed-in.ts";
import { openApiDocument } from "#worker/openapi/document.ts";
import type { OpenApiDocument, OperationObject } from "#worker/openapi/document-types.ts";
import type { JsonSchema } from "#worker/openapi/json-schema.ts";

type Schemas = Record<string, JsonSchema>;

/**
 * Values that the schema accepts, as far as its keywords are known, including lengths at their
 * limits.
 */
function accepted(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
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

function acceptedObject(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
	const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
	const required = (schema.required ?? []) as string[];
	return fc.record(
		Object.fromEntries(
			Object.entries(properties).map(([name, field]) => [name, accepted(field, schemas)]),
		),
		{ requiredKeys: required },
	);
}

function acceptedText(schema: JsonSchema): fc.Arbitrary<string> {
	const { pattern, format, minLength = 0, maxLength } = schema;
	if (format === "uri") return fc.webUrl();
	if (format === "date-time")
		return fc.date({ noInvalidDate: true }).map((instant) => instant.toISOString());
	// Patterns with Unicode properties are not generated; any text is used instead.
	if (typeof pattern === "string" && !pattern.includes("\\p"))
		return fc.stringMatching(new RegExp(pattern));
	const least = minLength as number;
	const most = typeof maxLength === "number" ? maxLength : 200;
	return fc.oneof(
		fc.string({ unit: "grapheme", minLength: least, maxLength: Math.min(most, 60) }),
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

/**
 * Values close to what the schema accepts: with a field removed, added or replaced, or something
 * else entirely.
 */
function nearlyAccepted(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
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

/** Values for path and query parameters. */
const ADDRESS_PARTS: fc.Arbitrary<string> = fc.oneof(
	fc.string({ minLength: 1, maxLength: 40 }),
	fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
	fc.stringMatching(/^[A-Za-z0-9_-]{11}$/),
	fc.constantFrom("0", "-1", "null", "..%2f..%2fetc", "%00", "'", "' OR 1=1 --", "x".repeat(3_000)),
);

/** Generated requests per operation; FUZZ_RUNS sets another number. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
/** Fixed for reproducible requests; FUZZ_SEED sets another one. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_240_917);
/** Enough on a busy machine. */
const TIMEOUT_MS = 120_000 + RUNS * 2_000;
/** An event stream stays open, so its body is not read. */
const STREAM = "text/event-stream";

/** A role, or a program with an invalid key. */
type Asker = Role | "wrong key";

type Sent = {
	path: string;
	body?: string | undefined;
	/** The member to ask as, if it is not the role's own. */
	as?: MemberId | undefined;
};

const product = opened(() =>
	startProduct({
		ADMIN_EMAILS: ADMIN_EMAIL,
		LIMIT_SIGN_IN: "0",
		LIMIT_SIGN_UP: "0",
		LIMIT_SEARCH: "0",
		LIMIT_VOTES: "0",
	}),
);
let world: World;
let check: AnswerCheck;
const document: OpenApiDocument = openApiDocument("http://localhost");

beforeAll(async () => {
	world = await createWorld(product);
	check = answerCheck(document);
});

async function identity(asker: Asker, as?: MemberId): Promise<Record<string, string>> {
	if (asker === "anonymous") return {};
	if (asker === "wrong key") return { authorization: `Bearer bsd_${"A".repeat(43)}` };
	const { cookie } = await world.newSession(as ?? world.member_id(asker));
	return { cookie };
}

async function send(method: string, { path, body, as }: Sent, asker: Asker) {
	const response = await fetch(product.url + path, {
		method,
		redirect: "manual",
		headers: {
			...(await identity(asker, as)),
			// The server may close an idle connection just as the client reuses it.
			connection: "close",
			...(body !== undefined && { "content-type": "application/json" }),
		},
		...(body !== undefined && { body }),
	});
	const type = response.headers.get("content-type") ?? "";
	if (type.startsWith(STREAM)) await response.body?.cancel();
	const text = type.startsWith(STREAM) ? "" : await response.text();
	return { status: response.status, type, text };
}

/** The path with its parameters filled in, and a query. */
function addresses(path: string, { parameters = [] }: OperationObject): fc.Arbitrary<string> {
	const query = parameters.filter((one) => one.in === "query");
	return fc
		.tuple(
			fc.array(ADDRESS_PARTS, { minLength: 3, maxLength: 3 }),
			fc.record(
				Object.fromEntries(
					query.map(({ name, schema }) => [
						name,
						fc.oneof(accepted(schema, document.components.schemas).map(String), ADDRESS_PARTS),
					]),
				),
				{ requiredKeys: [] },
			),
		)
		.map(([parts, values]) => {
			let at = 0;
			const filled = path.replaceAll(/\{\w+\}/g, () =>
				encodeURIComponent(toWellFormed(parts[at++] ?? "")),
			);
			const search = new URLSearchParams(values as Record<string, string>);
			return search.size === 0 ? filled : `${filled}?${search}`;
		});
}

/** A URL cannot contain a lone surrogate. */
function toWellFormed(text: string): string {
	return Buffer.from(text).toString();
}

function bodies({ requestBody }: OperationObject): fc.Arbitrary<string | undefined> {
	const schema = requestBody?.content["application/json"]?.schema;
	if (schema === undefined) return fc.constantFrom(undefined, "{}");
	const { schemas } = document.components;
	const text = (value: unknown) => JSON.stringify(value) ?? "null";
	return fc.oneof(
		accepted(schema, schemas).map(text),
		nearlyAccepted(schema, schemas).map(text),
		fc.constantFrom("", "{", "[1,", '"', "\u0000", "{}{}", "1e999"),
		fc.constant(`{"surplus":"${"x".repeat(33_000)}"}`),
	);
}

const rows = Object.entries(PERMISSIONS).filter(([route]) => route.includes(" /api/"));
const operations = rows.map(([route, row]) => {
	const [method = "", place = ""] = route.split(" ");
	const path = place.replaceAll(/:(\w+)/g, "{$1}");
	const operation = document.paths[path]?.[method.toLowerCase()];
	if (operation === undefined) throw new Error(`${route} is not documented`);
	return [route, { method, path, operation, row }] as const;
});

describe("OpenAPI document", () => {
	it.each(operations)("describes the responses of %s for every role", async (_, one) => {
		for (const role of ROLES) {
			const asked = await ask(one.row, role);
			const answer = await send(one.method, asked, role);
			expect(check(one.operation, answer), `${role}: ${answer.text}`).toEqual([]);
		}
	});

	it.each(operations)(
		"describes the responses of %s for generated requests",
		{ timeout: TIMEOUT_MS },
		async (route, one) => {
			const { method, path, operation, row } = one;
			const open = operation.security.length === 0;
			const requests = fc.record({
				asker: fc.constantFrom<Asker>(...ROLES, "wrong key"),
				as_asked: fc.boolean(),
				address: addresses(path, operation),
				body: bodies(operation),
			});
			await fc.assert(
				fc.asyncProperty(requests, async ({ asker, as_asked, address, body }) => {
					const role = asker === "wrong key" ? "member" : asker;
					const asked = as_asked ? await row.ask(world, role) : { path: address };
					const sends = method !== "GET";
					const answer = await send(method, { ...asked, body: sends ? body : undefined }, asker);
					expect(check(operation, answer), answer.text).toEqual([]);
					if (!open && (asker === "anonymous" || asker === "wrong key"))
						expect(answer.status, route).toBeGreaterThanOrEqual(400);
				}),
				{ numRuns: RUNS, seed: SEED, endOnFailure: true },
			);
		},
	);
});

async function ask(row: Row, role: Role): Promise<Sent> {
	const { path, body, as } = await row.ask(world, role);
	return { path, as, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}
