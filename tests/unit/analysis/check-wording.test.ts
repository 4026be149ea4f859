import { describe, expect, it } from "vitest";
import { StatementId } from "#contract/ids.ts";
import { planWithoutModel } from "#features/evidence/search-plan.ts";
import {
	engineOf,
	outputOf,
	outputWithSources,
	REWORDED,
	type World,
	worldOf,
} from "#tests/support/world/run-engine.ts";

const QUOTE = "Water boils at 100 degrees at sea level.";

/** The contents of the statements as viewers were told them, by timestamp. */
function contentsOf(world: World): string[] {
	const told = world.store.events.filter(({ name }) => name === "statement");
	const statements = told.map(({ data }) => JSON.parse(data));
	return statements.sort((a, b) => a.timestamp - b.timestamp).map(({ content }) => content);
}

async function runOf(world: World) {
	const engine = engineOf(world);
	engine.open();
	await engine.work();
	return engine.run;
}

describe("check of the wordings", () => {
	it("comes before the ratings, and has the quote rated where the wording does not stand", async () => {
		const world = worldOf(undefined, { second_reading: true });
		await runOf(world);
		expect(world.asked.slice(3, 6)).toEqual(["choose", "check_wording:0", "rate:0:openai"]);
		expect(contentsOf(world)).toEqual(["Statement 0", "Statement 1", QUOTE, "Statement 3"]);
	});

	it("runs beside the plan, and replaces the plan of a wording that does not stand", async () => {
		let planned = () => {};
		const world = worldOf(
			async (task) => {
				if (task.kind === "plan") await new Promise<void>((resolve) => (planned = resolve));
				if (task.kind === "check_wording") setTimeout(() => planned(), 5);
				return outputWithSources(task);
			},
			{ second_reading: true, evidence: ["wikipedia"] },
		);
		const run = await runOf(world);
		expect(world.asked.indexOf("search:0")).toBeGreaterThan(world.asked.indexOf("check_wording:0"));
		expect(run?.plans?.[REWORDED]).toEqual(planWithoutModel(QUOTE));
		expect(run?.plans?.[0]).toEqual(planWithoutModel("Statement 0"));
	});

	it.each([
		["is turned off", { second_reading: false }],
		["is of a published statement", { second_reading: true, rechecks: StatementId.parse("s0") }],
	])("is not planned if it %s", async (_, change) => {
		const world = worldOf(undefined, change);
		await runOf(world);
		expect(world.asked).not.toContain("check_wording:0");
		expect(world.asked).toContain("rate:0:openai");
	});

	it("ends with the run's working time: the strict rule decides", async () => {
		const world = worldOf(
			(task) =>
				task.kind === "check_wording" ? new Promise(() => {}) : Promise.resolve(outputOf(task)),
			{ second_reading: true },
		);
		world.deadline_ms = 30;
		const run = await runOf(world);
		expect(run?.chosen?.map(({ content }) => content)).toEqual(Array(4).fill(QUOTE));
		expect(world.store.rows.filter(({ key }) => key === "check_wording:0")).toMatchObject([
			{ state: "done" },
		]);
	});

	it("is taken over by a run that begins again, whatever comes first", async () => {
		const world = worldOf(undefined, { second_reading: true });
		world.store.rows.push({
			key: "check_wording:0",
			state: "done",
			attempts: 1,
			due_at_ms: 0,
			lease: null,
			input: { kind: "check_wording", batch: 0 },
			output: JSON.stringify(outputOf({ kind: "check_wording", batch: 0 })),
		});
		await runOf(world);
		expect(world.asked).not.toContain("check_wording:0");
		expect(contentsOf(world)[REWORDED]).toBe(QUOTE);
	});
});
