import { describe, expect, it } from "vitest";
import { unreachableWithin } from "#db/errors.ts";
import { createDatabaseGuard } from "#db/libsql.ts";

const REQUEST = new Request("https://database.test/v2/pipeline");

/** The outcome of a request; `answer` receives the abort signal. */
function reach(answer: (signal: AbortSignal) => Promise<Response>) {
	const ask = createDatabaseGuard((_, { signal }) => {
		if (!signal) throw new Error("There is no deadline.");
		return answer(signal);
	}, 20);
	return ask(REQUEST);
}

const never = (signal: AbortSignal) =>
	new Promise<Response>((_, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason));
	});

const UNREACHABLE = { status: 503, code: "database_unreachable", retry_after_s: 5 };

describe("createDatabaseGuard", () => {
	it.each([
		["does not answer", never],
		["refuses the connection", () => Promise.reject(new TypeError("refused"))],
		["answers 502 through a gateway", async () => new Response("", { status: 502 })],
		["answers 503", async () => new Response("", { status: 503 })],
	])("reports a database that %s as unreachable", async (_, answer) => {
		await expect(reach(answer)).rejects.toMatchObject(UNREACHABLE);
	});

	it.each([200, 400, 429, 500])("passes on a response with status %i", async (status) => {
		const answer = await reach(async () => new Response("it", { status }));
		expect(answer.status).toBe(status);
		expect(await answer.text()).toBe("it");
	});
});

describe("unreachableWithin", () => {
	it("finds the error in a chain of causes and returns null if there is none", async () => {
		const error = await reach(never).catch((it: unknown) => it);
		const wrapped = new Error("query", { cause: new Error("closed", { cause: error }) });
		expect(unreachableWithin(wrapped)).toBe(error);
		expect(unreachableWithin(new Error("another"))).toBeNull();
		expect(unreachableWithin("no error at all")).toBeNull();
		const circle = new Error("circle");
		circle.cause = circle;
		expect(unreachableWithin(circle)).toBeNull();
	});

	it.each([
		"D1_ERROR: database or disk is full: SQLITE_FULL",
		"SQLITE_FULL: database or disk is full",
		"disk I/O error: SQLITE_IOERR_WRITE",
		"unable to open database file: SQLITE_CANTOPEN",
		"database disk image is malformed: SQLITE_CORRUPT",
		"file is not a database: SQLITE_NOTADB",
		"internal error; reference = 0123456789",
	])("makes one of a failure of the storage: %s", (message) => {
		const cause = new Error("Failed query", { cause: new Error(message) });
		expect(unreachableWithin(cause)).toMatchObject({
			code: "database_unreachable",
			status: 503,
			retry_after_s: 5,
			cause,
		});
	});

	it.each([
		"D1_ERROR: UNIQUE constraint failed: members.email_key: SQLITE_CONSTRAINT",
		"no such column: internal error; reference = x: SQLITE_ERROR",
	])("makes none of a statement's own error: %s", (message) => {
		expect(unreachableWithin(new Error(message))).toBeNull();
	});
});
