import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import { type AnswerCheck, answerCheck } from "#tests/support/documented.ts";
import type { Row } from "#tests/support/permission-row.ts";
import { PERMISSIONS } from "#tests/support/permission-table.ts";
import {
	createWorld,
	ROLES,
	type Role,
	type World,
} from "#tests/support/permission-world.ts";
import { type Product, startProduct } from "#tests/support/product.ts";
import {
	ADDRESS_PARTS,
	accepted,
	nearlyAccepted,
} from "#tests/support/schema-arbitrary.ts";
import { ADMIN_EMAIL } from "#tests/support/signed-in.ts";
import {
	type OpenApiDocument,
	type OperationObject,
	openApiDocument,
} from "#worker/openapi/document.ts";

/** Generated requests an operation; FUZZ_RUNS asks for more. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
/** The same requests each time; FUZZ_SEED makes others. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_240_917);
/** Enough on a busy machine. */
const TIMEOUT_MS = 20_000 + RUNS * 2_000;
/** A stream of events stays open: its first bytes are enough. */
const STREAM = "text/event-stream";

/** Who asks: a role, or a program with a key that is none. */
type Asker = Role | "wrong key";

type Sent = {
	path: string;
	body?: string | undefined;
	/** Whom members ask as, where not as themselves. */
	as?: MemberId | undefined;
};

let product: Product;
let world: World;
let check: AnswerCheck;
const document: OpenApiDocument = openApiDocument("http://localhost");

beforeAll(async () => {
	product = await startProduct({
		ADMIN_EMAILS: ADMIN_EMAIL,
		LIMIT_SIGN_IN: "0",
		LIMIT_SIGN_UP: "0",
		LIMIT_SEARCH: "0",
		LIMIT_VOTES: "0",
	});
	world = await createWorld(product);
	check = answerCheck(document);
});
afterAll(() => product?.stop());

async function identity(
	asker: Asker,
	as?: MemberId,
): Promise<Record<string, string>> {
	if (asker === "anonymous") return {};
	if (asker === "wrong key")
		return { authorization: `Bearer bsd_${"A".repeat(43)}` };
	const { cookie } = await world.newSession(as ?? world.member_id(asker));
	return { cookie };
}

async function send(method: string, { path, body, as }: Sent, asker: Asker) {
	const response = await fetch(product.url + path, {
		method,
		redirect: "manual",
		headers: {
			...(await identity(asker, as)),
			// An idle connection may be closed by the server just as it is used again.
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

/** The path with its parts filled, and some query. */
function addresses(
	path: string,
	{ parameters = [] }: OperationObject,
): fc.Arbitrary<string> {
	const query = parameters.filter((one) => one.in === "query");
	return fc
		.tuple(
			fc.array(ADDRESS_PARTS, { minLength: 3, maxLength: 3 }),
			fc.record(
				Object.fromEntries(
					query.map(({ name, schema }) => [
						name,
						fc.oneof(
							accepted(schema, document.components.schemas).map(String),
							ADDRESS_PARTS,
						),
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

/** A lone surrogate cannot stand in an address. */
function toWellFormed(text: string): string {
	return Buffer.from(text).toString();
}

function bodies({
	requestBody,
}: OperationObject): fc.Arbitrary<string | undefined> {
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

const rows = Object.entries(PERMISSIONS).filter(([route]) =>
	route.includes(" /api/"),
);
const operations = rows.map(([route, row]) => {
	const [method = "", place = ""] = route.split(" ");
	const path = place.replaceAll(/:(\w+)/g, "{$1}");
	const operation = document.paths[path]?.[method.toLowerCase()];
	if (operation === undefined) throw new Error(`${route} is not documented`);
	return [route, { method, path, operation, row }] as const;
});

describe("What the document says of", () => {
	it.each(operations)("%s holds for everybody", async (_, one) => {
		for (const role of ROLES) {
			const asked = await ask(one.row, role);
			const answer = await send(one.method, asked, role);
			expect(check(one.operation, answer), `${role}: ${answer.text}`).toEqual(
				[],
			);
		}
	});

	it.each(operations)(
		"%s holds whatever is sent",
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
				fc.asyncProperty(
					requests,
					async ({ asker, as_asked, address, body }) => {
						const role = asker === "wrong key" ? "member" : asker;
						const asked = as_asked
							? await row.ask(world, role)
							: { path: address };
						const sends = method !== "GET";
						const answer = await send(
							method,
							{ ...asked, body: sends ? body : undefined },
							asker,
						);
						expect(check(operation, answer), answer.text).toEqual([]);
						if (!open && (asker === "anonymous" || asker === "wrong key"))
							expect(answer.status, route).toBeGreaterThanOrEqual(400);
					},
				),
				{ numRuns: RUNS, seed: SEED, endOnFailure: true },
			);
		},
	);
});

async function ask(row: Row, role: Role): Promise<Sent> {
	const { path, body, as } = await row.ask(world, role);
	return {
		path,
		as,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	};
}
