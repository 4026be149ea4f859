import { describe, expect, it } from "vitest";
import type { TaskOutput } from "#features/analysis/step-output.ts";
import type { Task } from "#features/analysis/task.ts";
import { runFailure } from "#http/run-failures.ts";
import { aProviderCall } from "#tests/support/fixtures/publications.ts";
import { engineOf, outputOf, type World, worldOf } from "#tests/support/world/run-engine.ts";

/** Rewrites the stored choice as another version might have written it. */
function rewriteChoice({ store }: World): void {
	const row = store.rows.find(({ key }) => key === "choose");
	if (!row) throw new Error("Nothing was chosen.");
	row.output = JSON.stringify({ picked: [] });
}

const call = aProviderCall("extract:0:openai", "openai");

function paidFor(task: Task): TaskOutput {
	const output = outputOf(task);
	return "found" in output ? { ...output, calls: [call] } : output;
}

/** A run whose server stops before any rating is stored. */
async function stoppedBeforeRating(): Promise<World> {
	const world = worldOf((task) =>
		task.kind === "rate" ? new Promise(() => {}) : Promise.resolve(paidFor(task)),
	);
	const engine = engineOf(world);
	engine.open();
	void engine.work();
	while (!world.asked.some((key) => key.startsWith("rate:")))
		await new Promise((resolve) => setImmediate(resolve));
	engine.reset();
	world.asked.length = 0;
	return world;
}

describe("run whose stored answers cannot be read", () => {
	it("fails once and calls no provider", async () => {
		const world = await stoppedBeforeRating();
		rewriteChoice(world);
		await engineOf(world).work();
		const { store } = world;
		expect(world.asked).toEqual(["publish"]);
		const failure = runFailure("analysis_interrupted");
		expect(store.error).toEqual({ ...failure, type: `https://checks.example${failure.type}` });
		expect(store.events.at(-1)?.name).toBe("failed");
		expect(store.ended).toBe(true);
	});

	it("keeps its title and its cost", async () => {
		const world = await stoppedBeforeRating();
		rewriteChoice(world);
		const { run } = engineOf(world);
		expect(run?.metadata?.title).toBe("A title");
		expect(run?.calls).toEqual([call]);
	});

	it("keeps the reason for an earlier failure", async () => {
		const world = await stoppedBeforeRating();
		rewriteChoice(world);
		const earlier = runFailure("ratings_failed");
		world.store.fail("run1", earlier);
		world.store.dropOpen();
		await engineOf(world).work();
		expect(world.store.error).toEqual(earlier);
		expect(world.store.ended).toBe(true);
	});

	it("is retired as usual if it had already ended", async () => {
		const world = worldOf();
		const engine = engineOf(world);
		engine.open();
		await engine.work();
		rewriteChoice(world);
		world.clock.ms = 60_000;
		const later = engineOf(world);
		expect(await later.work()).toBeNull();
		expect(later.run?.retired).toBe(true);
		expect(world.store.error).toBeNull();
		const endings = world.store.events.filter(({ name }) => ["completed", "failed"].includes(name));
		expect(endings.map(({ name }) => name)).toEqual(["completed"]);
	});
});
