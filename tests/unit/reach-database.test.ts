import { describe, expect, it } from "vitest";
import { createDatabaseGuard } from "#db/client.ts";
import { unreachableWithin } from "#db/errors.ts";

const REQUEST = new Request("https://database.test/v2/pipeline");

/** What a request comes to; `answer` may look at the signal it is given. */
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

const UNREACHABLE = {
	status: 503,
	code: "database_unreachable",
	retry_after_s: 5,
};

describe("a database over the network", () => {
	it.each([
		["says nothing", never],
		["refuses the connection", () => Promise.reject(new TypeError("refused"))],
		[
			"has a gateway that misses it",
			async () => new Response("", { status: 502 }),
		],
		["is down for repairs", async () => new Response("", { status: 503 })],
	])("that %s is out of reach", async (_, answer) => {
		await expect(reach(answer)).rejects.toMatchObject(UNREACHABLE);
	});

	it.each([200, 400, 429, 500])(
		"that answers %i is heard as it is",
		async (status) => {
			const answer = await reach(async () => new Response("it", { status }));
			expect(answer.status).toBe(status);
			expect(await answer.text()).toBe("it");
		},
	);
});

describe("an unreachable database", () => {
	it("is found within what its client makes of it, and nowhere else", async () => {
		const error = await reach(never).catch((it: unknown) => it);
		const wrapped = new Error("query", {
			cause: new Error("closed", { cause: error }),
		});
		expect(unreachableWithin(wrapped)).toBe(error);
		expect(unreachableWithin(new Error("another"))).toBeNull();
		expect(unreachableWithin("no error at all")).toBeNull();
		const circle = new Error("circle");
		circle.cause = circle;
		expect(unreachableWithin(circle)).toBeNull();
	});
});
