import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RunId } from "#contract/ids.ts";
import {
	POLL_MS,
	RunTail,
	type TailAnswer,
	type TailRequest,
} from "#features/analysis/run-tail.ts";

const RUN = RunId.parse("run1");
const textOf = (chunks: Uint8Array[]) => chunks.map((chunk) => new TextDecoder().decode(chunk));
const eventsTo = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, place) => {
		const seq = from + place + 1;
		return { seq, text: `event ${seq}` };
	});

let requests: TailRequest[];
/** The object's log. */
let until: number;
let tail: RunTail;

const answerTo = ({ after, snapshot }: TailRequest): TailAnswer => ({
	run_id: RUN,
	events: eventsTo(after, until),
	ended: false,
	full: true,
	snapshot: snapshot ? { seq: until, text: `report at ${until}` } : null,
});
const ask = async (request: TailRequest) => {
	requests.push(request);
	return answerTo(request);
};

beforeEach(() => {
	vi.useFakeTimers();
	requests = [];
	until = 3;
	tail = new RunTail(Date.now);
});
afterEach(() => {
	vi.useRealTimers();
});

describe("RunTail", () => {
	it("asks once a second, however many viewers refresh it, and only for what is new", async () => {
		for (let second = 0; second < 3; second++) {
			for (let viewer = 0; viewer < 100; viewer++) await tail.refresh(ask);
			until += 2;
			await vi.advanceTimersByTimeAsync(POLL_MS);
		}
		expect(requests.map(({ after }) => after)).toEqual([0, 3, 5]);
		expect(textOf(tail.eventsAfter(5))).toEqual(["event 6", "event 7"]);
		expect(tail.run_id).toBe(RUN);
	});

	it("gives viewers who join at the same time one snapshot", async () => {
		expect(tail.recentSnapshot()).toBeNull();
		await tail.refresh(ask);
		const first = tail.recentSnapshot();
		expect(first?.seq).toBe(3);
		expect(tail.recentSnapshot()).toBe(first);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(tail.recentSnapshot()).toBeNull();
		until = 8;
		await tail.refresh(ask);
		expect(tail.recentSnapshot()?.seq).toBe(8);
		expect(requests.map(({ snapshot }) => snapshot)).toEqual([true, true]);
	});

	it("keeps its log while the object does not answer, and goes on from there", async () => {
		await tail.refresh(ask);
		await vi.advanceTimersByTimeAsync(POLL_MS);
		await tail.refresh(() => Promise.reject(new Error("restarted")));
		expect(tail.until).toBe(3);
		expect(tail.silent).toBe(false);
		until = 4;
		await vi.advanceTimersByTimeAsync(POLL_MS);
		await tail.refresh(ask);
		expect(requests.at(-1)).toEqual({ run_id: RUN, after: 3, snapshot: false });
		expect(tail.until).toBe(4);
	});

	it("asks again if the asking viewer's answer is lost, and takes a late one once", async () => {
		await tail.refresh(ask);
		await vi.advanceTimersByTimeAsync(POLL_MS);
		let answerLate: (answer: TailAnswer) => void = () => {};
		const late = tail.refresh(() => new Promise((resolve) => (answerLate = resolve)));
		await vi.advanceTimersByTimeAsync(POLL_MS);
		expect(tail.refresh(ask)).toBeNull();
		await vi.advanceTimersByTimeAsync(4 * POLL_MS);
		await late;
		until = 5;
		await tail.refresh(ask);
		answerLate({ ...answerTo({ run_id: RUN, after: 3, snapshot: false }) });
		await vi.advanceTimersByTimeAsync(0);
		expect(textOf(tail.eventsAfter(0))).toEqual(eventsTo(0, 5).map(({ text }) => text));
	});

	it("says when the object is silent, the run gone, or the database away", async () => {
		await tail.refresh(async () => "unreachable");
		expect(tail.unreachable).toBe(true);
		await vi.advanceTimersByTimeAsync(POLL_MS);
		await tail.refresh(async () => null);
		expect(tail.gone).toBe(true);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(tail.silent).toBe(true);
		expect(tail.in_use).toBe(false);
	});
});
