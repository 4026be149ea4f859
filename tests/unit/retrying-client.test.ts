import { type Client, LibsqlError } from "@libsql/client/web";
import { describe, expect, it } from "vitest";
import { retryingClient } from "#db/client.ts";

const BUSY = new LibsqlError("database is locked", "SQLITE_BUSY");
const SHED = new LibsqlError(
	"Server returned HTTP status 429",
	"SERVER_ERROR",
	undefined,
	undefined,
	Object.assign(new Error("429"), { status: 429 }),
);

/** A client whose calls fail with these in turn and then answer; each call takes `call_ms`. */
function clientThatFails(failures: Error[], call_ms = 0) {
	const calls: unknown[][] = [];
	const pauses: number[] = [];
	let clock_ms = 0;
	const ask = async (...call: unknown[]) => {
		calls.push(call);
		clock_ms += call_ms;
		const failure = failures.shift();
		if (failure) throw failure;
		return "answer";
	};
	const client = { execute: ask, batch: ask } as unknown as Client;
	const patient = retryingClient(client, {
		now: () => clock_ms,
		pause: async (at_most_ms) => {
			pauses.push(at_most_ms);
			clock_ms += at_most_ms;
		},
	});
	return { patient, calls, pauses };
}

describe("a database server that is busy", () => {
	it.each([
		["sheds load", SHED],
		["gives no lock", BUSY],
	])("is asked again if it %s, after growing pauses", async (_why, error) => {
		const { patient, calls, pauses } = clientThatFails([error, error, error]);
		expect(await patient.batch(["insert", "select"], "write")).toBe("answer");
		expect(calls).toEqual(Array(4).fill([["insert", "select"], "write"]));
		expect(pauses).toEqual([50, 100, 200]);
	});

	it("is asked again for a single statement too", async () => {
		const { patient, calls } = clientThatFails([BUSY, SHED]);
		const statement = { sql: "select ?", args: [1] };
		expect(await patient.execute(statement)).toBe("answer");
		expect(calls).toEqual(Array(3).fill([statement]));
	});

	it("is given up in the end with its own error", async () => {
		const { patient, pauses } = clientThatFails(Array(50).fill(SHED));
		await expect(patient.batch([])).rejects.toBe(SHED);
		const waited_ms = pauses.reduce((sum, pause) => sum + pause, 0);
		expect(waited_ms).toBeGreaterThanOrEqual(10_000);
		expect(waited_ms).toBeLessThan(11_000);
		expect(Math.max(...pauses)).toBe(800);
	});

	it("is given up sooner if each answer takes long", async () => {
		const { patient, calls } = clientThatFails(Array(50).fill(BUSY), 5_000);
		await expect(patient.batch([])).rejects.toBe(BUSY);
		expect(calls).toHaveLength(2);
	});

	it.each([
		new LibsqlError("UNIQUE constraint failed", "SQLITE_CONSTRAINT"),
		new LibsqlError("Server returned HTTP status 500", "SERVER_ERROR"),
		new TypeError("fetch failed"),
	])("is not asked again after %s", async (error) => {
		const { patient, calls } = clientThatFails([error]);
		await expect(patient.batch([])).rejects.toBe(error);
		expect(calls).toHaveLength(1);
	});
});
