import { type Client, LibsqlError } from "@libsql/client/web";
import { describe, expect, it } from "vitest";
import { createCallLimit, retryingClient } from "#db/libsql.ts";

const BUSY = new LibsqlError("database is locked", "SQLITE_BUSY");
const SHED = new LibsqlError(
	"Server returned HTTP status 429",
	"SERVER_ERROR",
	undefined,
	undefined,
	Object.assign(new Error("429"), { status: 429 }),
);

/** A client whose calls fail with these errors in turn, then succeed; each call takes `call_ms`. */
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

describe("retryingClient", () => {
	it.each([
		["sheds load", SHED],
		["is locked", BUSY],
	])("retries with growing pauses if the server %s", async (_why, error) => {
		const { patient, calls, pauses } = clientThatFails([error, error, error]);
		expect(await patient.batch(["insert", "select"], "write")).toBe("answer");
		expect(calls).toEqual(Array(4).fill([["insert", "select"], "write"]));
		expect(pauses).toEqual([50, 100, 200]);
	});

	it("retries a single statement too", async () => {
		const { patient, calls } = clientThatFails([BUSY, SHED]);
		const statement = { sql: "select ?", args: [1] };
		expect(await patient.execute(statement)).toBe("answer");
		expect(calls).toEqual(Array(3).fill([statement]));
	});

	it("gives up after ten seconds of pauses with the server's own error", async () => {
		const { patient, pauses } = clientThatFails(Array(50).fill(SHED));
		await expect(patient.batch([])).rejects.toBe(SHED);
		const waited_ms = pauses.reduce((sum, pause) => sum + pause, 0);
		expect(waited_ms).toBeGreaterThanOrEqual(10_000);
		expect(waited_ms).toBeLessThan(11_000);
		expect(Math.max(...pauses)).toBe(800);
	});

	it("gives up earlier if each answer takes long", async () => {
		const { patient, calls } = clientThatFails(Array(50).fill(BUSY), 5_000);
		await expect(patient.batch([])).rejects.toBe(BUSY);
		expect(calls).toHaveLength(2);
	});

	it.each([
		new LibsqlError("UNIQUE constraint failed", "SQLITE_CONSTRAINT"),
		new LibsqlError("Server returned HTTP status 500", "SERVER_ERROR"),
		new TypeError("fetch failed"),
	])("does not retry after %s", async (error) => {
		const { patient, calls } = clientThatFails([error]);
		await expect(patient.batch([])).rejects.toBe(error);
		expect(calls).toHaveLength(1);
	});
});

describe("the limits of a client", () => {
	it("do not keep reads waiting for writes, and count statements and batches by what they do first", async () => {
		const kinds: string[] = [];
		const ask = async () => "answer";
		const client = { execute: ask, batch: ask } as unknown as Client;
		const noting = (kind: string) => (call: () => Promise<unknown>) => {
			kinds.push(kind);
			return call() as Promise<never>;
		};
		const limited = retryingClient(client, undefined, {
			reads: noting("read"),
			writes: noting("write"),
		});
		await limited.execute("select 1");
		await limited.execute({ sql: "update t set a = ?", args: [1] });
		await limited.batch([{ sql: "select 1", args: [] }]);
		await limited.batch([["insert into t values (?)", [1]], "select 1"]);
		expect(kinds).toEqual(["read", "write", "read", "write"]);
	});

	it("take nothing from the retries while a call waits for its turn", async () => {
		let clock_ms = 0;
		let calls = 0;
		const ask = async () => {
			calls += 1;
			if (calls === 1) throw BUSY;
			return "answer";
		};
		const client = { execute: ask, batch: ask } as unknown as Client;
		const slowly = (call: () => Promise<unknown>) => {
			clock_ms += 10_001;
			return call() as Promise<never>;
		};
		const limited = retryingClient(
			client,
			{ now: () => clock_ms, pause: async () => {} },
			{ reads: slowly, writes: slowly },
		);
		clock_ms = 5_000;
		expect(await limited.execute("delete from t")).toBe("answer");
	});
});

describe("createCallLimit", () => {
	/** Calls that end when `end` is called, behind a limit of two, on a clock that pauses advance. */
	function limited() {
		const ends: (() => void)[] = [];
		let clock_ms = 0;
		const limit = createCallLimit(
			2,
			{
				now: () => clock_ms,
				pause: (at_most_ms) => {
					clock_ms += at_most_ms;
					return new Promise((resolve) => setTimeout(resolve, 0));
				},
			},
			15_000,
		);
		const call = () => limit(() => new Promise<void>((end) => ends.push(end)));
		const advance = (ms: number) => {
			clock_ms += ms;
		};
		return { call, ends, advance, clock_ms: () => clock_ms };
	}

	it("lets a call wait until another one ends", async () => {
		const { call, ends } = limited();
		const calls = [call(), call(), call()];
		await new Promise((resolve) => setTimeout(resolve, 5));
		expect(ends).toHaveLength(2);
		ends[0]?.();
		await expect.poll(() => ends.length).toBe(3);
		for (const end of ends) end();
		await Promise.all(calls);
	});

	it("frees the place of a call that failed", async () => {
		const limit = createCallLimit(1);
		const fail = () => limit(() => Promise.reject(BUSY));
		await expect(fail()).rejects.toBe(BUSY);
		await expect(fail()).rejects.toBe(BUSY);
	});

	it("stops counting a call that never ended", async () => {
		const { call, ends, advance, clock_ms } = limited();
		void call();
		void call();
		advance(15_001);
		void call();
		expect(ends).toHaveLength(3);
		expect(clock_ms()).toBe(15_001);
	});

	it("lets a call begin after ten seconds, whatever the others do", async () => {
		const { call, ends, clock_ms } = limited();
		const calls = [call(), call(), call()];
		await expect.poll(() => ends.length).toBe(3);
		expect(clock_ms()).toBeGreaterThanOrEqual(10_000);
		for (const end of ends) end();
		await Promise.all(calls);
	});
});
