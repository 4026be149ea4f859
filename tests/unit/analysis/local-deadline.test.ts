import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import { LOCAL_DEADLINE } from "#features/analysis/run-engine.ts";
import type { Task } from "#features/analysis/task.ts";
import { engineOf, outputOf, progressOf, worldOf } from "#tests/support/world/run-engine.ts";

const MINUTE_MS = 60_000;

beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
	vi.useRealTimers();
});

/** The minutes after which a run of a local model ends, if each of its ratings takes so long. */
async function endOfRun(
	ratingMs: (task: Extract<Task, { kind: "rate" }>) => number,
	deadline = LOCAL_DEADLINE,
) {
	const world = worldOf(async (task) => {
		if (task.kind === "rate") await new Promise((resolve) => setTimeout(resolve, ratingMs(task)));
		return outputOf(task);
	});
	world.clock = {
		get ms() {
			return Date.now();
		},
		set ms(_) {},
	};
	world.deadline = deadline;
	const engine = engineOf(world);
	engine.open();
	let ended_at: number | null = null;
	void engine.work().then(() => {
		ended_at = Date.now();
	});
	while (ended_at === null) await vi.advanceTimersByTimeAsync(MINUTE_MS / 4);
	const last: Analysis | undefined = progressOf(world).at(-1);
	const [openai] = last?.providers ?? [];
	return { minutes: Math.floor(ended_at / MINUTE_MS), last, openai };
}

describe("a run with a local model", () => {
	it("ends after five minutes without an answer, with what it has", async () => {
		const { minutes, last, openai } = await endOfRun((task) =>
			task.statement === 0 ? 1_000 : 90 * MINUTE_MS,
		);
		expect(minutes).toBe(5);
		expect(last).toMatchObject({ status: "completed" });
		expect(openai).toMatchObject({ done: 1, failed: 3 });
	});

	it("goes on for as long as something is answered every few minutes", async () => {
		const { minutes, openai } = await endOfRun((task) => (task.statement + 1) * 4 * MINUTE_MS);
		expect(minutes).toBe(16);
		expect(openai).toMatchObject({ done: 4, failed: 0 });
	});

	it("fails after five minutes if nothing at all is answered", async () => {
		const { minutes, last } = await endOfRun(() => 90 * MINUTE_MS);
		expect(minutes).toBe(5);
		expect(last).toMatchObject({ status: "failed", error: { code: "ratings_failed" } });
	});

	it("ends after an hour at the latest", async () => {
		const patient = { ...LOCAL_DEADLINE, silent_ms: 90 * MINUTE_MS };
		const { minutes, openai } = await endOfRun(
			({ statement }) => (statement < 3 ? 1_000 : 90 * MINUTE_MS),
			patient,
		);
		expect(minutes).toBe(60);
		expect(openai).toMatchObject({ done: 3, failed: 1 });
	});

	it("lets its calls wait for each other as long as it may go on itself", async () => {
		const waits: number[] = [];
		const world = worldOf();
		world.deadline = LOCAL_DEADLINE;
		world.noteLeft = (ms) => waits.push(ms);
		const engine = engineOf(world);
		engine.open();
		const working = engine.work();
		await vi.advanceTimersByTimeAsync(MINUTE_MS);
		await working;
		expect(Math.min(...waits)).toBeGreaterThan(50 * MINUTE_MS);
	});
});
