import { describe, expect, it } from "vitest";
import type { Statement } from "#contract/statement.ts";
import type { TaskOutput } from "#features/analysis/step-output.ts";
import type { Task } from "#features/analysis/task.ts";
import {
	engineOf,
	outputWithSources,
	progressOf,
	STATEMENTS,
	type World,
	worldOf,
} from "#tests/support/world/run-engine.ts";

const ON = { evidence: ["wikipedia" as const], second_reading: true };

async function run(
	perform: (task: Task) => Promise<TaskOutput> = async (task) => outputWithSources(task),
	over: object = ON,
): Promise<World> {
	const world = worldOf(perform, over);
	world.deadline_ms = 500;
	const engine = engineOf(world);
	engine.open();
	for (let round = 0; round < 60 && !world.store.ended; round += 1)
		world.clock.ms = Math.max(world.clock.ms, (await engine.work()) ?? 0);
	expect(world.store.events.at(-1)?.name).toBe("completed");
	return world;
}

const told = ({ store }: World): Statement[] =>
	store.events.filter(({ name }) => name === "statement").map(({ data }) => JSON.parse(data));

const checks = ({ asked }: World) => asked.filter((key) => key.startsWith("check_support"));

describe("the second reading in a run", () => {
	it("is made once for each verdict, after the last rating of its statement", async () => {
		const world = await run();
		expect(checks(world)).toHaveLength(STATEMENTS);
		expect(new Set(checks(world)).size).toBe(STATEMENTS);
		for (const key of checks(world)) {
			const statement = key.split(":")[1];
			const last = world.asked.findLastIndex((it) => it.startsWith(`rate:${statement}:`));
			expect(world.asked.indexOf(key)).toBeGreaterThan(last);
		}
	});

	it("precedes the statement's event, which is told once", async () => {
		const statements = told(await run());
		expect(statements).toHaveLength(STATEMENTS);
		for (const { verdict, support } of statements)
			expect({ verdict, shows: support?.shows }).toEqual({ verdict: "refuted", shows: "contrary" });
	});

	it("takes the last step of the progress, under the name of the last provider", async () => {
		const progress = progressOf(await run());
		const values = progress.map((it) => it.progress);
		expect(values).toEqual([...values].sort((a, b) => a - b));
		const before_end = progress.filter((it) => it.progress >= 60 && it.progress < 90).at(-1);
		expect(before_end?.analysis_step).toBe("gemini");
		expect(progress.map((it) => it.analysis_step)).not.toContain("analyzing");
	});

	it("is left out with SECOND_READING=off", async () => {
		const world = await run(undefined, { ...ON, second_reading: false });
		expect(checks(world)).toEqual([]);
		expect(told(world).map(({ support }) => support)).toEqual(Array(STATEMENTS).fill(null));
	});

	it("is left out without sources", async () => {
		const world = await run(undefined, { evidence: [], second_reading: true });
		expect(checks(world)).toEqual([]);
		expect(told(world)).toHaveLength(STATEMENTS);
	});

	it.each<[string, () => Promise<TaskOutput>]>([
		["fails whenever it is tried", () => Promise.reject(new Error("The object was reset."))],
		["never ends", () => new Promise(() => {})],
	])("is given up if it %s, and the verdict stands", async (_, check) => {
		const world = await run((task) =>
			task.kind === "check_support" ? check() : Promise.resolve(outputWithSources(task)),
		);
		const statements = told(world);
		expect(statements).toHaveLength(STATEMENTS);
		for (const { verdict, support, calibration } of statements) {
			expect({ verdict, support }).toEqual({ verdict: "refuted", support: null });
			expect(calibration).toMatch(/^not_read-/);
		}
	});
});
