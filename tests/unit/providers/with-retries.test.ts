import { describe, expect, it } from "vitest";
import { type OutboundBounds, OutboundError, type OutboundFetch } from "#outbound/outbound.ts";
import { badAnswer, CallFailure, declined, failureOfStatus } from "#providers/call-failure.ts";
import type { CallContext } from "#providers/retrying-call.ts";
import { type AttemptTools, callWithRetries } from "#providers/retrying-call.ts";

const TIMEOUT_MS = 30_000;

/** A context whose clock is moved only by pauses and requests, with a record of both. */
function simulated({
	random = 1,
	slot_wait_ms = 0,
	request_ms = 100,
	timeout_ms = TIMEOUT_MS,
} = {}) {
	let clock = 1_000_000;
	const pauses: number[] = [];
	const timeouts: number[] = [];
	const fetch: OutboundFetch = async (_url, _init, bounds: OutboundBounds) => {
		clock += slot_wait_ms;
		bounds.granted?.();
		timeouts.push(bounds.timeout_ms);
		clock += Math.min(request_ms, bounds.timeout_ms);
		if (request_ms > bounds.timeout_ms) throw new OutboundError("timeout", "No answer.");
		return new Response("ok");
	};
	const context: CallContext = {
		fetch,
		timeout_ms,
		now: () => clock,
		random: () => random,
		sleep: async (ms) => {
			pauses.push(ms);
			clock += ms;
		},
	};
	return { context, pauses, timeouts, elapsed: () => clock - 1_000_000 };
}

/** Each attempt sends one request, then ends as scripted. */
function scripted(...ends: (string | Error)[]) {
	let at = 0;
	return {
		model: "m-1",
		max_bytes: 10,
		attempt: async ({ send }: AttemptTools) => {
			await send("https://example.org/", {});
			const end = ends[at] ?? ends.at(-1);
			at += 1;
			if (typeof end === "string") return end;
			throw end;
		},
	};
}

describe("callWithRetries", () => {
	it("returns the first answer unchanged", async () => {
		const { context, pauses } = simulated();
		expect(await callWithRetries(scripted("yes"), context)).toEqual({
			ok: true,
			answer: "yes",
			model: "m-1",
			attempts: 1,
			duration_ms: 100,
			usage: { input_tokens: null, output_tokens: null, cost_usd: null },
		});
		expect(pauses).toEqual([]);
	});

	it.each([408, 409, 425, 429, 500, 502, 503, 504, 529])("retries after a %i", async (status) => {
		const { context } = simulated();
		const call = scripted(failureOfStatus(status, null), "yes");
		expect(await callWithRetries(call, context)).toMatchObject({ ok: true, attempts: 2 });
	});

	it.each([
		[400, "the request was refused (400)"],
		[401, "the key was refused"],
		[403, "the key was refused"],
		[404, "the request was refused (404)"],
	])("does not retry after a %i", async (status, message) => {
		const { context } = simulated();
		const call = scripted(failureOfStatus(status, null), "yes");
		expect(await callWithRetries(call, context)).toMatchObject({
			ok: false,
			kind: "refused",
			message,
			attempts: 1,
		});
	});

	it("makes three attempts and returns the last failure", async () => {
		const { context } = simulated();
		const call = scripted(
			new OutboundError("network", "reset"),
			failureOfStatus(500, null),
			failureOfStatus(503, null),
			"never reached",
		);
		expect(await callWithRetries(call, context)).toMatchObject({
			ok: false,
			kind: "unavailable",
			message: "the provider is unavailable (503)",
			attempts: 3,
		});
	});

	it("pauses with full jitter, from nothing to a doubling limit", async () => {
		const down = () => scripted(failureOfStatus(500, null));
		const longest = simulated({ random: 1 });
		await callWithRetries(down(), longest.context);
		expect(longest.pauses).toEqual([500, 1_000]);
		const half = simulated({ random: 0.5 });
		await callWithRetries(down(), half.context);
		expect(half.pauses).toEqual([250, 500]);
		const none = simulated({ random: 0 });
		expect(await callWithRetries(down(), none.context)).toMatchObject({ attempts: 3 });
		expect(none.pauses).toEqual([]);
	});

	it("waits as long as the server asks, plus up to half a second", async () => {
		const { context, pauses } = simulated({ random: 0.5 });
		const call = scripted(failureOfStatus(429, 10_000), "yes");
		expect(await callWithRetries(call, context)).toMatchObject({ ok: true });
		expect(pauses).toEqual([10_250]);
	});

	it("gives up at once if asked to wait longer than ten seconds", async () => {
		const { context, pauses } = simulated();
		const call = scripted(failureOfStatus(429, 10_001), "yes");
		expect(await callWithRetries(call, context)).toMatchObject({
			ok: false,
			kind: "rate_limited",
			message: "rate limit reached",
			attempts: 1,
		});
		expect(pauses).toEqual([]);
	});

	it("retries once after a bad answer", async () => {
		const mended = simulated();
		expect(await callWithRetries(scripted(badAnswer(), "yes"), mended.context)).toMatchObject({
			ok: true,
			attempts: 2,
		});
		const stubborn = simulated();
		expect(await callWithRetries(scripted(badAnswer()), stubborn.context)).toMatchObject({
			ok: false,
			kind: "bad_answer",
			attempts: 2,
		});
		expect([...mended.pauses, ...stubborn.pauses]).toEqual([]);
	});

	it("treats any thrown error as an unreadable answer", async () => {
		const { context } = simulated();
		const call = scripted(new SyntaxError("Unexpected token in vendor text"));
		expect(await callWithRetries(call, context)).toMatchObject({
			ok: false,
			kind: "bad_answer",
			message: "the answer could not be read",
		});
	});

	it.each<[Error, object]>([
		[declined(), { kind: "refused" }],
		[new OutboundError("too_large", "x"), { kind: "too_large" }],
		[new OutboundError("redirect", "x"), { kind: "network" }],
		[new OutboundError("aborted", "x"), { kind: "network" }],
	])("does not retry after a permanent failure: %s", async (error, end) => {
		const { context } = simulated();
		expect(await callWithRetries(scripted(error, "yes"), context)).toMatchObject({
			ok: false,
			attempts: 1,
			...end,
		});
	});
});

describe("time limit of a call", () => {
	it("ends the call and is named in the message", async () => {
		const { context } = simulated({ request_ms: 60_000 });
		expect(await callWithRetries(scripted("yes"), context)).toMatchObject({
			ok: false,
			kind: "timeout",
			message: "timed out after 30 s",
			attempts: 1,
			duration_ms: TIMEOUT_MS,
		});
	});

	it("is shared by all attempts and pauses", async () => {
		const { context, timeouts } = simulated({ request_ms: 4_000 });
		const call = scripted(failureOfStatus(500, null));
		await callWithRetries(call, context);
		expect(timeouts).toEqual([30_000, 25_500, 20_500]);
	});

	it("excludes the wait for a slot, at each attempt", async () => {
		const { context, timeouts, elapsed } = simulated({ slot_wait_ms: 50_000, request_ms: 1_000 });
		const call = scripted(failureOfStatus(500, null), "yes");
		expect(await callWithRetries(call, context)).toMatchObject({
			ok: true,
			attempts: 2,
			duration_ms: 2_500,
		});
		expect(timeouts).toEqual([30_000, 28_500]);
		expect(elapsed()).toBe(102_500);
	});

	it("rules out a pause that would exceed it", async () => {
		const { context, pauses } = simulated({ timeout_ms: 5_000 });
		const call = scripted(failureOfStatus(429, 4_900), "yes");
		expect(await callWithRetries(call, context)).toMatchObject({
			ok: false,
			kind: "rate_limited",
			attempts: 1,
		});
		expect(pauses).toEqual([]);
	});

	it("is unaffected by a clock that is set back", async () => {
		const { context } = simulated();
		const times = [10_000, 10_000, 4_000, 4_000, 4_000, 4_100];
		const now = () => times.shift() ?? 4_100;
		const call = scripted(badAnswer(), "yes");
		expect(await callWithRetries(call, { ...context, now })).toMatchObject({
			ok: true,
			duration_ms: 100,
		});
	});
});

describe("usage of a call", () => {
	it("is summed over all attempts, including failed ones", async () => {
		const { context } = simulated();
		let tries = 0;
		const outcome = await callWithRetries(
			{
				model: "m-1",
				max_bytes: 10,
				attempt: async ({ spend }) => {
					tries += 1;
					spend({ input_tokens: 10, output_tokens: tries === 1 ? null : 5, cost_usd: 0.25 });
					if (tries === 1) throw new CallFailure("bad_answer", "cut", "now");
					return "yes";
				},
			},
			context,
		);
		expect(outcome.usage).toEqual({ input_tokens: 20, output_tokens: 5, cost_usd: 0.5 });
	});
});
