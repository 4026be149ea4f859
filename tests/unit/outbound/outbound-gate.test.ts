import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readBounded } from "#outbound/bounded-body.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { type OutboundBounds, OutboundError } from "#outbound/outbound.ts";

/** A network where the test decides how each request ends. */
function pendingNetwork() {
	const requests: {
		url: string;
		init: RequestInit;
		answer: (response: Response) => void;
		fail: (error: unknown) => void;
	}[] = [];
	const fetch = ((url: string, init: RequestInit) =>
		new Promise<Response>((resolve, reject) => {
			requests.push({ url, init, answer: resolve, fail: reject });
		})) as typeof globalThis.fetch;
	return { requests, fetch };
}

/** A body that sends its chunks and then stalls. */
function stuckBody(...chunks: string[]) {
	const cancelled = vi.fn<() => void>();
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
		},
		cancel: cancelled,
	});
	return { body, cancelled };
}

const URL_OK = "https://example.org/answer";
const BOUNDS = { timeout_ms: 1_000, max_bytes: 100 };

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const kindOf = (call: Promise<unknown>) =>
	call.then(
		() => null,
		(error: unknown) => (error instanceof OutboundError ? error.kind : error),
	);

describe("outbound gate slots", () => {
	it("are granted in order of arrival", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ slots: 2, fetch });
		for (const name of ["a", "b", "c", "d"]) void gate(`https://${name}.org/`, {}, BOUNDS);
		await settle();
		expect(requests.map(({ url }) => url)).toEqual(["https://a.org/", "https://b.org/"]);
		requests[1]?.answer(new Response("b"));
		await settle();
		requests[0]?.answer(new Response("a"));
		await settle();
		expect(requests.map(({ url }) => url).slice(2)).toEqual(["https://c.org/", "https://d.org/"]);
	});

	it("are freed at the headers, while the body still streams", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ slots: 1, fetch });
		void gate(URL_OK, {}, BOUNDS);
		void gate(URL_OK, {}, BOUNDS);
		await settle();
		requests[0]?.answer(new Response(stuckBody("a").body));
		await settle();
		expect(requests).toHaveLength(2);
	});

	it("start the deadline and call `granted` when granted", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ slots: 1, fetch });
		const granted = vi.fn();
		void gate(URL_OK, {}, { ...BOUNDS, timeout_ms: 5_000 });
		const bounds: OutboundBounds = { ...BOUNDS, granted };
		const second = gate(URL_OK, {}, bounds);
		await vi.advanceTimersByTimeAsync(4_000);
		expect(granted).not.toHaveBeenCalled();
		requests[0]?.answer(new Response(null));
		await settle();
		expect(granted).toHaveBeenCalledOnce();
		const kind = kindOf(second);
		await vi.advanceTimersByTimeAsync(999);
		requests[1]?.answer(new Response("in time"));
		expect(await kind).toBeNull();
	});

	it("skip a waiting call whose caller aborts", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ slots: 1, fetch });
		const caller = new AbortController();
		void gate(URL_OK, {}, BOUNDS);
		const kind = kindOf(gate(URL_OK, { signal: caller.signal }, BOUNDS));
		void gate("https://third.org/", {}, BOUNDS);
		caller.abort();
		expect(await kind).toBe("aborted");
		requests[0]?.answer(new Response(null));
		await settle();
		expect(requests.map(({ url }) => url)).toEqual([URL_OK, "https://third.org/"]);
	});

	it("are not needed for a caller that has already aborted, and no request is sent", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ fetch });
		const call = gate(URL_OK, { signal: AbortSignal.abort() }, BOUNDS);
		expect(await kindOf(call)).toBe("aborted");
		expect(requests).toHaveLength(0);
	});
});

describe("outbound gate deadline", () => {
	it("ends a call without headers, even if fetch ignores its signal", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ slots: 1, fetch });
		const kind = kindOf(gate(URL_OK, {}, BOUNDS));
		await vi.advanceTimersByTimeAsync(1_000);
		expect(await kind).toBe("timeout");
		expect(requests[0]?.init.signal?.aborted).toBe(true);
	});

	it("cancels the body of a late response", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ fetch });
		const kind = kindOf(gate(URL_OK, {}, BOUNDS));
		await vi.advanceTimersByTimeAsync(1_000);
		await kind;
		const { body, cancelled } = stuckBody("late");
		requests[0]?.answer(new Response(body));
		await settle();
		expect(cancelled).toHaveBeenCalledOnce();
	});

	it("ends with a timeout while the body is being read", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ fetch });
		const call = gate(URL_OK, {}, BOUNDS);
		await settle();
		const { body, cancelled } = stuckBody("some");
		requests[0]?.answer(new Response(body));
		const kind = kindOf(readBounded(await call));
		await vi.advanceTimersByTimeAsync(1_000);
		expect(await kind).toBe("timeout");
		expect(cancelled).toHaveBeenCalledOnce();
	});

	it("cancels a body that nobody reads", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ fetch });
		const call = gate(URL_OK, {}, BOUNDS);
		await settle();
		const { body, cancelled } = stuckBody("unread");
		requests[0]?.answer(new Response(body));
		const response = await call;
		await vi.advanceTimersByTimeAsync(1_000);
		expect(cancelled).toHaveBeenCalledOnce();
		expect(await kindOf(readBounded(response))).toBe("timeout");
	});

	it("leaves no timer behind once the body is read, cancelled or too large", async () => {
		const { requests, fetch } = pendingNetwork();
		const gate = createOutboundGate({ fetch });
		const read = gate(URL_OK, {}, BOUNDS);
		const dropped = gate(URL_OK, {}, BOUNDS);
		const large = gate(URL_OK, {}, { ...BOUNDS, max_bytes: 3 });
		await settle();
		for (const request of requests) request.answer(new Response("four"));
		expect(await readBounded(await read)).toBe("four");
		await (await dropped).body?.cancel();
		expect(await kindOf(readBounded(await large))).toBe("too_large");
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe("outbound gate body", () => {
	const answerWith = async (body: BodyInit, max_bytes: number) => {
		const fetch = (async () => new Response(body)) as typeof globalThis.fetch;
		const gate = createOutboundGate({ fetch });
		return gate(URL_OK, {}, { ...BOUNDS, max_bytes });
	};

	it("may be exactly as large as the limit", async () => {
		const response = await answerWith("é".repeat(50), 100);
		expect(await readBounded(response)).toBe("é".repeat(50));
	});

	it("fails one byte over the limit and cancels the rest", async () => {
		const { body, cancelled } = stuckBody("x".repeat(60), "x".repeat(41), "y");
		const response = await answerWith(body, 100);
		expect(await kindOf(readBounded(response))).toBe("too_large");
		expect(cancelled).toHaveBeenCalledOnce();
	});

	it("reports a broken connection as a network error", async () => {
		const body = new ReadableStream({
			pull(controller) {
				controller.error(new TypeError("terminated"));
			},
		});
		const response = await answerWith(body, 100);
		expect(await kindOf(readBounded(response))).toBe("network");
	});

	it("fails with `aborted` if the caller aborts while reading", async () => {
		const caller = new AbortController();
		const fetch = (async () => new Response(stuckBody("a").body)) as typeof globalThis.fetch;
		const gate = createOutboundGate({ fetch });
		const response = await gate(URL_OK, { signal: caller.signal }, BOUNDS);
		const kind = kindOf(readBounded(response));
		caller.abort();
		expect(await kind).toBe("aborted");
	});

	it("comes with status and headers, without encoding and length of the transfer", async () => {
		const fetch = (async () =>
			new Response("{}", {
				status: 429,
				headers: { "retry-after": "2", "content-encoding": "gzip", "content-length": "22" },
			})) as typeof globalThis.fetch;
		const response = await createOutboundGate({ fetch })(URL_OK, {}, BOUNDS);
		expect(response.status).toBe(429);
		expect(Object.fromEntries(response.headers)).toEqual({
			"retry-after": "2",
			"content-type": "text/plain;charset=UTF-8",
		});
	});
});

describe("outbound gate", () => {
	const answered = (response: () => Response) =>
		createOutboundGate({ fetch: (async () => response()) as typeof globalThis.fetch })(
			URL_OK,
			{},
			BOUNDS,
		);

	it.each([301, 302, 307, 308])("does not follow a %i", async (status) => {
		const headers = { location: "http://127.0.0.1/" };
		const call = answered(() => new Response(null, { status, headers }));
		expect(await kindOf(call)).toBe("redirect");
	});

	it("does not follow an opaque redirect", async () => {
		const hidden = new Response(null);
		Object.defineProperty(hidden, "type", { value: "opaqueredirect" });
		expect(await kindOf(answered(() => hidden))).toBe("redirect");
	});

	it.each(["file:///etc/passwd", "data:text/plain,hello", "ftp://example.org/", "/relative", ""])(
		"does not call %j",
		async (url) => {
			const { requests, fetch } = pendingNetwork();
			const call = createOutboundGate({ fetch })(url, {}, BOUNDS);
			expect(await kindOf(call)).toBe("network");
			expect(requests).toHaveLength(0);
		},
	);

	it("turns anything that fetch throws into an OutboundError", async () => {
		const now = (() => {
			throw new TypeError("bad init");
		}) as typeof globalThis.fetch;
		const later = (async () => {
			throw "a string";
		}) as unknown as typeof globalThis.fetch;
		for (const fetch of [now, later]) {
			const call = createOutboundGate({ fetch })(URL_OK, {}, BOUNDS);
			expect(await kindOf(call)).toBe("network");
		}
	});
});
