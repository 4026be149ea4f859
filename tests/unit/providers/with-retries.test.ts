import { describe, expect, it } from "vitest";
import { type OutboundBounds, OutboundError, type OutboundFetch } from "#outbound/outbound.ts";
import { badAnswer, CallFailure, cutOff, declined } from "#providers/call-failure.ts";
import type { GateReport } from "#providers/provider-gate.ts";
import { readFailure } from "#providers/read-failure.ts";
import { NOTHING_LEARNED } from "#providers/refused-parameters.ts";
import type { CallContext } from "#providers/retrying-call.ts";
import { type AttemptTools, callWithRetries } from "#providers/retrying-call.ts";

const TIMEOUT_MS = 30_000;
const PATIENCE_MS = 300_000;
const LANE = { name: "m", at_once: null, is_local: false };

/** The failure for a plain response of this status. */
function failureOfStatus(status: number, retry_after_ms: number | null): CallFailure {
	const headers = new Headers();
	if (retry_after_ms !== null) headers.set("retry-after-ms", String(retry_after_ms));
	return readFailure(
		{ status, headers, body: {}, now: 0 },
		{ api_key: undefined, user: "", optional: [], refused: [], other_address: null },
	);
}

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
	const reports: GateReport[] = [];
	let paused_until = 0;
	/** Waits as the provider asked, and then lets everything pass. */
	const gateOf: CallContext["gateOf"] = () => ({
		take: async ({ patience_ms }) => {
			if (paused_until - clock > patience_ms) return null;
			clock = Math.max(clock, paused_until);
			return { lease: 1, learned: NOTHING_LEARNED, unnamed: 0 };
		},
		settle: async (_, report) => {
			reports.push(report);
			if (report.end === "refused") paused_until = clock + (report.wait_ms ?? 1_000);
		},
	});
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
		patience_ms: PATIENCE_MS,
		gateOf,
		now: () => clock,
		random: () => random,
		sleep: async (ms) => {
			pauses.push(ms);
			clock += ms;
		},
	};
	return { context, pauses, timeouts, reports, elapsed: () => clock - 1_000_000 };
}

/** Each attempt sends one request, then ends as scripted. */
function scripted(...ends: (string | Error)[]) {
	let at = 0;
	return {
		model: "m-1",
		lane: LANE,
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

	it("waits at the gate as long as the provider asks, any number of times", async () => {
		const { context, pauses, elapsed } = simulated();
		const limits = Array.from({ length: 6 }, () => failureOfStatus(429, 40_000));
		expect(await callWithRetries(scripted(...limits, "yes"), context)).toMatchObject({
			ok: true,
			attempts: 7,
		});
		expect(pauses).toEqual([]);
		expect(elapsed()).toBe(6 * 40_000 + 7 * 100);
	});

	it("gives up when its patience is over, before it sends anything more", async () => {
		const { context } = simulated();
		const call = scripted(failureOfStatus(429, PATIENCE_MS + 1), "yes");
		expect(await callWithRetries(call, context)).toMatchObject({
			ok: false,
			kind: "rate_limited",
			message: "rate limit reached",
			attempts: 1,
		});
	});

	it("sends a changed request for each refusal, and an answer that was cut off once more", async () => {
		const refusal = (parameter: "schema" | "thinking" | "system" | "temperature") =>
			new CallFailure("refused", "no", "now", { learns: { refused: [parameter] } });
		const refused = simulated();
		const changes = [refusal("schema"), refusal("thinking"), refusal("system")];
		expect(
			await callWithRetries(scripted(...changes, refusal("temperature"), "yes"), refused.context),
		).toMatchObject({ ok: true, attempts: 5 });
		expect(refused.reports.map(({ learned }) => learned)).toEqual([
			{ refused: ["schema"] },
			{ refused: ["thinking"] },
			{ refused: ["system"] },
			{ refused: ["temperature"] },
			null,
		]);
		const cut = simulated();
		expect(await callWithRetries(scripted(cutOff(0), cutOff(1)), cut.context)).toMatchObject({
			ok: false,
			message: "the answer was cut off",
			attempts: 2,
		});
		expect(cut.reports.map(({ learned }) => learned)).toEqual([{ room: 1 }, { room: 2 }]);
		const unlimited = simulated();
		expect(await callWithRetries(scripted(cutOff(2), "yes"), unlimited.context)).toMatchObject({
			ok: false,
			attempts: 1,
		});
	});

	it("waits for a local server that loads its model, for 90 s at most", async () => {
		const local = { ...LANE, is_local: true };
		const soon = simulated();
		const loading = Array.from({ length: 20 }, () => failureOfStatus(503, null));
		const call = { ...scripted(...loading, "yes"), lane: local };
		expect(await callWithRetries(call, soon.context)).toMatchObject({ ok: true, attempts: 21 });
		const never = simulated();
		const outcome = await callWithRetries(
			{ ...scripted(failureOfStatus(503, null)), lane: local },
			never.context,
		);
		expect(outcome).toMatchObject({ ok: false, kind: "unavailable", status: 503 });
		expect(never.elapsed()).toBeLessThan(95_000);
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

	it("is unaffected by a clock that is set back", async () => {
		const { context } = simulated();
		const times = [10_000, 10_000, 10_000, 10_000, 10_000, 4_000, 4_000, 4_000, 4_000, 4_100];
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
				lane: LANE,
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
