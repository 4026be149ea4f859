import { beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { PERMISSIONS } from "#tests/support/fixtures/permission-table.ts";
import { type WrongRequest, wrongRequests } from "#tests/support/fixtures/wrong-requests.ts";
import { rawRequest } from "#tests/support/world/client.ts";
import { NOT_OURS } from "#tests/support/world/databases.ts";
import { opened } from "#tests/support/world/opened.ts";
import { type Ask, createWorld, ROLES, type World } from "#tests/support/world/permissions.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL } from "#tests/support/world/signed-in.ts";
import { ENDPOINTS } from "#worker/endpoints.ts";
import { openApiDocument } from "#worker/openapi/document.ts";

/** No clock: its jobs would store something meanwhile. */
const product = opened(() =>
	startProduct(
		{ ADMIN_EMAILS: ADMIN_EMAIL, LIMIT_SIGN_IN: "0", LIMIT_SIGN_UP: "0", LIMIT_SEARCH: "0" },
		{ clock: false },
	),
);
let world: World;
let tables: string[];

beforeAll(async () => {
	world = await createWorld(product);
	const named = await product.rows<{ name: string }>(
		"select name from sqlite_master where type = 'table' and sql not like 'CREATE VIRTUAL%'",
	);
	tables = named.map(({ name }) => name).filter((name) => !NOT_OURS.test(name));
});

/** Everything in the database, as text. */
async function stored(): Promise<string> {
	const rows: unknown[] = [];
	for (const table of tables) rows.push(table, await product.rows(`select * from "${table}"`));
	return JSON.stringify(rows);
}

const document = openApiDocument("http://localhost");

/** Every operation with a field, the role that may call it, and its mistakes. */
const OPERATIONS = ENDPOINTS.flatMap(({ method, path, other_query }) => {
	const operation = document.paths[path]?.[method.toLowerCase()];
	const row = PERMISSIONS[`${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`];
	if (!operation || !row) throw new Error(`${method} ${path} is in no table`);
	const role = ROLES.find((one) => ![401, 403].includes(row.answers[one])) ?? "member";
	const wrong = wrongRequests(document, operation).filter(
		// A read ignores parameters that others add, and so does what mail programs send.
		({ place, mistake }) =>
			place !== "query" ||
			(method === "GET" ? mistake !== "misspelled" : other_query === undefined),
	);
	return wrong.length === 0 ? [] : [{ name: `${method} ${path}`, method, path, row, role, wrong }];
});

const JSON_BODY = { "content-type": "application/json" };

type Sent = { path: string; body: unknown; headers: Record<string, string> };

/** The plain request with the mistake. */
function spoil(ask: Ask, pattern: string, wrong: WrongRequest): Sent {
	const { place, field, sent_as, value } = wrong;
	const name = sent_as ?? field.at(-1) ?? "";
	const [path = "", query = ""] = ask.path.split("?");
	if (place === "header")
		return { path: ask.path, body: ask.body, headers: { [name]: String(value) } };
	if (place === "body") return { path: ask.path, body: spoilBody(ask.body, wrong), headers: {} };
	if (place === "path") {
		const at = pattern.split("/").indexOf(`{${name}}`);
		const parts = path.split("/").with(at, encodeURIComponent(String(value)));
		return { path: parts.join("/"), body: ask.body, headers: {} };
	}
	const parameters = new URLSearchParams(query);
	parameters.delete(field.at(-1) ?? "");
	if (value !== undefined) parameters.set(name, String(value));
	return { path: `${path}?${parameters}`, body: ask.body, headers: {} };
}

function spoilBody(plain: unknown, wrong: WrongRequest): unknown {
	const { field, sent_as, value } = wrong;
	const [name = "", ...inner] = field;
	const body = { ...(plain as Record<string, unknown> | undefined) };
	if (inner.length > 0) {
		const object = typeof body[name] === "object" ? body[name] : {};
		return { ...body, [name]: spoilBody(object, { ...wrong, field: inner }) };
	}
	delete body[name];
	return value === undefined ? body : { ...body, [sent_as ?? name]: value };
}

/** What is wrong with the refusal; null if it says which field to change. */
function fault({ mistake, place, field, sent_as }: WrongRequest, answer: Problem): string | null {
	if (!(answer.status >= 400 && answer.status < 500)) return `answered ${answer.status}`;
	const said = `${answer.detail} ${JSON.stringify(answer.errors ?? [])}`;
	if (/NaN|undefined|\[object|invalid_|received|expected/i.test(said)) return said;
	if (!/^["\p{L}].*[.?]$|^Video Not Found$|^Please enter a valid YouTube URL$/u.test(answer.detail))
		return `no sentence: ${said}`;
	// What is malformed in an address is answered like what is unknown.
	if (place === "path") return null;
	const name = field.at(-1) ?? "";
	const named = [name, name.replaceAll("_", " "), sent_as ?? name];
	if (!named.some((one) => said.toLowerCase().includes(one))) return `names no field: ${said}`;
	if (mistake !== "misspelled") return null;
	return said.includes("Did you mean") && said.includes(name) ? null : `does not help: ${said}`;
}

describe("a request with a mistake in a field", () => {
	it.each(OPERATIONS)(
		"is refused with the field's name by $name, which stores nothing",
		async ({ method, path, row, role, wrong }) => {
			const ask = await row.ask(world, role);
			const session =
				role === "anonymous" ? null : await world.newSession(ask.as ?? world.member_id(role));
			const before = await stored();
			const faults: string[] = [];
			for (const one of wrong) {
				const sent = spoil(ask, path, one);
				const answer = await rawRequest<Problem>(product.url + sent.path, {
					method,
					headers: { ...JSON_BODY, ...sent.headers, ...(session && { cookie: session.cookie }) },
					...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
				});
				const found = fault(
					one,
					answer.status === 204 ? ({ status: 204 } as Problem) : answer.body,
				);
				const value = String(JSON.stringify(one.value)).slice(0, 40);
				if (found)
					faults.push(`${one.mistake} ${one.place} ${one.field.join(".")} ${value}: ${found}`);
			}
			expect(faults).toEqual([]);
			expect(await stored()).toBe(before);
		},
	);

	it("is tried in every way that the description allows", () => {
		const tried = OPERATIONS.flatMap(({ wrong }) => wrong);
		expect(tried.length).toBeGreaterThan(400);
		expect(tables.length).toBeGreaterThan(20);
		const kinds = new Set(tried.map(({ mistake, place }) => `${mistake} ${place}`));
		for (const kind of ["missing body", "misspelled body", "wrong type body", "out of range body"])
			expect(kinds).toContain(kind);
		for (const kind of ["missing query", "out of range query"]) expect(kinds).toContain(kind);
	});
});
