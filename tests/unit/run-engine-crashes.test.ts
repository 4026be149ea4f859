import { describe, expect, it } from "vitest";
import { type Task, taskKey } from "#domain/analysis/plan-tasks.ts";
import {
	engineOf,
	outputOf,
	progressOf,
	STATEMENTS,
	worldOf,
} from "#tests/support/run-world.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

/** Runs with answers in random order, random faults and random process deaths. */
async function surviveCrashes(seed: number) {
	const random = seededRandom(seed);
	const stored = new Map<string, number>();
	const world = worldOf();
	let pending: { task: Task; settle: () => void }[] = [];
	world.perform = (task) => {
		const key = taskKey(task);
		const done = world.store.rows.some(
			(row) => row.key === key && row.state === "done",
		);
		if (done) stored.set(key, (stored.get(key) ?? 0) + 1);
		return new Promise((resolve, reject) => {
			pending.push({
				task,
				settle: () =>
					random() < 0.1
						? reject(new Error("a passing fault"))
						: resolve(outputOf(task)),
			});
		});
	};
	let crashes = 0;
	let engine = engineOf(world);
	engine.open();
	for (let turn = 0; turn < 2_000 && !world.store.ended; turn++) {
		const working = engine.work();
		let alive = true;
		working.then(() => {
			alive = false;
		});
		while (alive) {
			await Promise.resolve();
			if (random() < 0.02 && crashes < 12) {
				crashes++;
				break;
			}
			const index = Math.floor(random() * pending.length);
			const [answered] = pending.splice(index, 1);
			answered?.settle();
			for (let tick = 0; tick < 8; tick++) await Promise.resolve();
		}
		if (alive) {
			pending = [];
			engine = engineOf(world);
		}
		world.clock.ms += 61_000 * random();
		if (world.store.ended) break;
	}
	return { world, crashes, askedAgain: [...stored.keys()] };
}

describe("RunEngine through crashes", () => {
	it("always ends, asks for no stored answer again and never goes back", async () => {
		let crashes = 0;
		for (let seed = 1; seed <= 400; seed++) {
			const result = await surviveCrashes(seed);
			const { world } = result;
			crashes += result.crashes;
			expect(world.store.ended, `seed ${seed} did not end`).toBe(true);
			expect(result.askedAgain, `seed ${seed}`).toEqual([]);
			const told = progressOf(world).map((it) => it.progress);
			expect(told, `seed ${seed}`).toEqual([...told].sort((a, b) => a - b));
			const statements = world.store.events.filter(
				(it) => it.name === "statement",
			);
			expect(statements, `seed ${seed}`).toHaveLength(STATEMENTS);
			const endings = world.store.events.filter(
				(it) => it.name === "completed",
			);
			expect(endings, `seed ${seed}`).toHaveLength(1);
		}
		expect(crashes).toBeGreaterThan(100);
	});
});
