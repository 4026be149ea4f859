import { describe, expect, it, vi } from "vitest";
import { RunId } from "#contract/ids.ts";
import type { Publication } from "#features/analysis/publication.ts";
import type { StepDeps } from "#features/analysis/step-deps.ts";
import { publishRun } from "#features/analysis/steps/publish.ts";
import { ratingFallback } from "#features/raters/consensus.ts";
import { runFailure } from "#http/run-failures.ts";
import {
	engineOf,
	outputOf,
	outputWithSources,
	PANEL,
	progressOf,
	SECOND_PAGE,
	STATEMENTS,
	worldOf,
} from "#tests/support/world/run-engine.ts";

/** When the object's alarm calls again after a failure of the engine. */
const REARM_MS = 10_000;

describe("RunEngine", () => {
	it("reports the specified progress of a run up to its publication", async () => {
		const world = worldOf();
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		const told = progressOf(world).map((it) => it.progress);
		expect([...new Set(told)].filter((it) => it % 10 === 0 && (it <= 60 || it >= 90))).toEqual([
			10, 20, 30, 40, 50, 60, 90, 100,
		]);
		expect(told).toEqual([...told].sort((a, b) => a - b));
		expect(world.store.events.at(-1)?.name).toBe("completed");
		expect(world.store.ended).toBe(true);
		expect(new Set(world.asked).size).toBe(world.asked.length);
	});

	it("does not wait if the clock is set back before a task begins", async () => {
		const world = worldOf(async (task) => outputOf(task));
		world.clock.ms = 3_600_000;
		const engine = engineOf(world);
		engine.open();
		world.clock.ms = 0;
		await engine.work();
		expect(world.store.events.at(-1)?.name).toBe("completed");
		expect(new Set(world.asked).size).toBe(world.asked.length);
	});

	it("retires the run a minute after its end", async () => {
		const world = worldOf();
		const engine = engineOf(world);
		engine.open();
		expect(await engine.work()).toBe(60_000);
		expect(world.asked).not.toContain("retire");
		world.clock.ms = 60_000;
		expect(await engine.work()).toBeNull();
		expect(world.asked.at(-1)).toBe("retire");
		expect(engine.run?.retired).toBe(true);
	});

	it("never rates more statements at once than allowed", async () => {
		let flying = 0;
		let most = 0;
		const statements = new Map<number, number>();
		const world = worldOf(async (task) => {
			if (task.kind !== "rate") return outputOf(task);
			statements.set(task.statement, (statements.get(task.statement) ?? 0) + 1);
			flying = [...statements.values()].filter((it) => it > 0).length;
			most = Math.max(most, flying);
			await new Promise((resolve) => setTimeout(resolve, 1));
			statements.set(task.statement, (statements.get(task.statement) ?? 1) - 1);
			return outputOf(task);
		});
		world.concurrency = 2;
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		expect(most).toBe(2);
		expect(world.store.ended).toBe(true);
	});

	it("tells what its calls wait for while nothing is answered, and until they do not", async () => {
		vi.useFakeTimers();
		try {
			let go = () => {};
			const limit = new Promise<void>((resolve) => {
				go = resolve;
			});
			let waits_for: string | null = "Gemini's limit (15 a minute)";
			const world = worldOf(async (task) => {
				if (task.kind === "rate" && task.statement > 0) await limit;
				return outputOf(task);
			});
			world.waitsFor = async () => waits_for;
			const engine = engineOf(world);
			engine.open();
			const working = engine.work();
			await vi.advanceTimersByTimeAsync(5_000);
			const activity = { kind: "wait", text: "Gemini's limit (15 a minute)" };
			expect(progressOf(world).at(-1)).toMatchObject({ activity });
			waits_for = null;
			go();
			await vi.advanceTimersByTimeAsync(5_000);
			await working;
			expect(progressOf(world).at(-1)?.activity).toBeNull();
			expect(world.store.events.at(-1)?.name).toBe("completed");
		} finally {
			vi.useRealTimers();
		}
	});

	it("fails without a score if no provider answers", async () => {
		const world = worldOf(async (task) =>
			task.kind === "rate"
				? {
						rating: ratingFallback(task.provider, "m", "timed out"),
						judgement: null,
						next_query: null,
						calls: [],
					}
				: outputOf(task),
		);
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		expect(world.store.error?.code).toBe("ratings_failed");
		expect(world.store.events.slice(-2).map((it) => it.name)).toEqual(["progress", "failed"]);
		expect(progressOf(world).at(-1)).toMatchObject({
			status: "failed",
			progress: 0,
			analysis_step: null,
		});
	});

	it("reports a failure only after publishing it", async () => {
		const world = worldOf(async (task) => {
			if (task.kind === "transcript") return { error: runFailure("captions_none") };
			if (task.kind === "publish")
				expect(world.store.events.map((it) => it.name)).not.toContain("failed");
			return outputOf(task);
		});
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		expect(progressOf(world).filter((it) => it.status === "failed")).toHaveLength(1);
	});

	it("completes a run without statements", async () => {
		const world = worldOf(async (task) =>
			task.kind === "choose"
				? { chosen: [], extraction: null, left_out: [], kept: [], rechosen: [] }
				: outputOf(task),
		);
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		expect(world.store.error).toBeNull();
		expect(world.store.events.at(-1)?.name).toBe("completed");
	});

	it.each(["finds no page", "finds a page that cannot be read"])(
		"reports each statement once if its second search %s",
		async (outcome) => {
			const world = worldOf(
				async (task) => {
					const output = outputWithSources(task);
					if (task.kind === "read" && task.page === SECOND_PAGE)
						return { ok: false, reason: "blocked", status: 403 };
					const empty = task.kind === "search" && task.round === 2;
					return empty && outcome === "finds no page"
						? { searches: [], hits: [], reviews: [], calls: [] }
						: output;
				},
				{ evidence: ["wikipedia"] },
			);
			const engine = engineOf(world);
			engine.open();
			await engine.work();
			const { events } = world.store;
			expect(events.filter(({ name }) => name === "statement")).toHaveLength(STATEMENTS);
			expect(events.at(-1)?.name).toBe("completed");
		},
	);

	it("retries only the publication until it succeeds", async () => {
		let refused = 0;
		const world = worldOf(async (task) => {
			if (task.kind === "publish" && refused++ < 3) throw new Error("no database");
			return outputOf(task);
		});
		const engine = engineOf(world);
		engine.open();
		for (let due = await engine.work(); due !== null && !world.store.ended; ) {
			world.clock.ms = due;
			due = await engine.work();
		}
		expect(world.store.ended).toBe(true);
		expect(world.asked.filter((key) => key === "publish")).toHaveLength(4);
		expect(world.asked.filter((key) => key.startsWith("rate"))).toHaveLength(
			STATEMENTS * PANEL.length,
		);
	});

	it.each<[string, "analysis_failed" | "result_withdrawn", unknown]>([
		["is invalid", "analysis_failed", {}],
		["extends one that was withdrawn", "result_withdrawn", null],
	])("publishes a failure if the result %s", async (_, code, earlier) => {
		const published: Publication[] = [];
		let unreachable = 2;
		const deps = {
			published: async () => {
				if (unreachable-- > 0) throw new Error("no database");
				return earlier;
			},
			hiddenStatements: async () => [],
			hiddenPages: async () => new Set(),
			publish: async (publication: Publication) => {
				published.push(publication);
			},
			lastSeq: () => 0,
			now: () => 0,
		} as unknown as StepDeps;
		const world = worldOf(
			async (task) => {
				if (task.kind !== "publish" || !engine.run) return outputOf(task);
				await publishRun(deps, engine.run);
				return { done: true };
			},
			{ adds_to: RunId.parse("earlier") },
		);
		const engine = engineOf(world);
		engine.open();
		for (let turns = 0; turns < 5 && !world.store.ended; turns += 1) {
			const due = await engine.work();
			world.clock.ms = Math.max(world.clock.ms, due ?? 0);
		}
		const { detail } = runFailure(code);
		expect(published).toMatchObject([{ outcome: "failed", error: { code, detail } }]);
		expect(world.store.events.at(-1)).toMatchObject({ name: "failed" });
		expect(world.store.ended).toBe(true);
		// Twice without a database, once without a result, once with the failure.
		expect(world.asked.filter((key) => key === "publish")).toHaveLength(4);
	});

	it("marks unanswered ratings as failed at the run's deadline", async () => {
		const world = worldOf((task) =>
			task.kind === "rate" && task.provider === "gemini"
				? new Promise(() => {})
				: Promise.resolve(outputOf(task)),
		);
		world.deadline_ms = 30;
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		expect(world.store.error).toBeNull();
		expect(progressOf(world).at(-1)?.providers).toEqual([
			{ provider: "openai", done: 4, failed: 0, total: 4 },
			{ provider: "claude", done: 4, failed: 0, total: 4 },
			{ provider: "gemini", done: 0, failed: 4, total: 4 },
		]);
	});

	it("fails with run_deadline if the deadline passes before there are statements", async () => {
		const world = worldOf((task) =>
			task.kind === "extract" ? new Promise(() => {}) : Promise.resolve(outputOf(task)),
		);
		world.deadline_ms = 30;
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		expect(world.store.error?.code).toBe("run_deadline");
		expect(world.store.events.at(-1)?.name).toBe("failed");
	});

	it("drops a late answer after another invocation has taken over", async () => {
		const late: (() => void)[] = [];
		let first = true;
		const world = worldOf((task) => {
			if (task.kind !== "metadata" || !first) return Promise.resolve(outputOf(task));
			first = false;
			return new Promise((resolve) => late.push(() => resolve(outputOf(task))));
		});
		const engine = engineOf(world);
		engine.open();
		const stuck = engine.work();
		// The task of the first invocation waits like a failed one.
		world.clock.ms = (await engine.work()) ?? 0;
		await engine.work();
		const told = world.store.events.length;
		for (const answer of late) answer();
		await stuck;
		expect(world.store.ended).toBe(true);
		expect(world.store.events).toHaveLength(told);
		expect(world.asked.filter((key) => key === "metadata")).toHaveLength(2);
	});

	it("fails a run that cannot be recorded after a few attempts per task", async () => {
		const world = worldOf(async (task) =>
			task.kind === "rate" ? ({ rating: null, calls: [] } as never) : outputOf(task),
		);
		const engine = engineOf(world);
		engine.open();
		for (let alarm = 0; alarm < 10 && !world.store.ended; alarm += 1) {
			await engine.work().catch(() => engine.reset());
			world.clock.ms += REARM_MS;
		}
		expect(world.store.error?.code).toBe("analysis_failed");
		expect(world.store.events.at(-1)?.name).toBe("failed");
		expect(world.asked.filter((key) => key === "rate:0:openai")).toHaveLength(5);
	});
});
