import { describe, expect, it } from "vitest";
import type { Task } from "#features/analysis/task.ts";
import { pageId } from "#features/evidence/find-pages.ts";
import {
	engineOf,
	outputWithSources,
	PANEL,
	STATEMENTS,
	type World,
	worldOf,
} from "#tests/support/world/run-engine.ts";

/** The pages that the first search of each statement finds. */
const PAGES = 10;
/** More than any of these runs needs. */
const MOST_DEATHS = 200;

function hitsOf(statement: number) {
	const output = outputWithSources({ kind: "search", statement: 0, round: 1 });
	const [hit] = "hits" in output ? output.hits : [];
	if (!hit) throw new Error("Nothing was found.");
	return Array.from({ length: PAGES }, (_, page) => {
		const name = `${statement}-${page}`;
		const url = `https://en.wikipedia.org/wiki/${name}`;
		return { ...hit, key: name, title: name, url };
	});
}

const ALL = Array.from({ length: STATEMENTS }, (_, it) => hitsOf(it))
	.flat()
	.map(pageId);

/**
 * Runs to the end in a process that dies while it does a task that `kills`. After each death
 * another engine goes on from the stored record, when its alarm is due.
 */
async function runWithDeaths(kills: (task: Task) => boolean) {
	let deaths = 0;
	let die = () => {};
	const world: World = worldOf(
		async (task) => {
			if (kills(task)) {
				die();
				return new Promise(() => {});
			}
			// Whatever starts together is in progress together.
			await Promise.resolve();
			if (task.kind !== "search") return outputWithSources(task);
			const hits = task.round === 1 ? hitsOf(task.statement) : [];
			return { searches: [], hits, reviews: [], calls: [] };
		},
		{ evidence: ["wikipedia"] },
	);
	const first = engineOf(world);
	first.open();
	first.reset();
	while (!world.store.ended && deaths < MOST_DEATHS) {
		const engine = engineOf(world);
		const died = new Promise<"died">((resolve) => {
			die = () => resolve("died");
		});
		const due = await Promise.race([engine.work(), died]);
		if (due === "died") {
			deaths++;
			// What the dead engine would still do must not be stored.
			engine.reset();
		} else world.clock.ms = Math.max(world.clock.ms, due ?? 0);
	}
	const reads = world.store.done().filter(({ key }) => key.startsWith("read:"));
	const left_out = reads.filter(({ output }) => !output.ok);
	return { world, deaths, left_out: left_out.map(({ key }) => key) };
}

const isReadOf = (pages: string[]) => (task: Task) =>
	task.kind === "read" && pages.includes(task.page);

describe("a run whose process dies while it reads a page", () => {
	it("dies three times, leaves out that page alone, and completes", async () => {
		const [guilty = ""] = ALL.slice(7);
		const { world, deaths, left_out } = await runWithDeaths(isReadOf([guilty]));
		expect(deaths).toBe(3);
		expect(left_out).toEqual([`read:${guilty}`]);
		expect(world.store.done()).toContainEqual(
			expect.objectContaining({
				key: `read:${guilty}`,
				output: { ok: false, reason: "interrupted", status: null },
			}),
		);
		expect(world.store.events.at(-1)?.name).toBe("completed");
		expect(world.asked.filter((it) => it === `read:${guilty}`)).toHaveLength(3);
	});

	it("leaves out no other page if three do so", async () => {
		const guilty = [3, 17, 33].map((it) => ALL[it] ?? "");
		const { world, deaths, left_out } = await runWithDeaths(isReadOf(guilty));
		expect(left_out.sort()).toEqual(guilty.map((it) => `read:${it}`).sort());
		expect(deaths).toBeLessThanOrEqual(3 * guilty.length);
		expect(world.store.events.at(-1)?.name).toBe("completed");
	});

	it("dies a few times and is rated without pages if all do so", async () => {
		const { world, deaths, left_out } = await runWithDeaths(isReadOf(ALL));
		// All at once, each group of six, and then each of five alone.
		expect(deaths).toBeLessThanOrEqual(1 + Math.ceil(ALL.length / 6) + 5);
		expect(left_out).toHaveLength(ALL.length);
		expect(world.store.events.at(-1)?.name).toBe("completed");
		expect(world.store.done().filter(({ key }) => key.startsWith("rate:"))).toHaveLength(
			STATEMENTS * PANEL.length,
		);
	});
});

describe("a run whose process dies in every attempt of another step", () => {
	it.each(["metadata", "transcript", "extract", "choose"])("ends as failed: %s", async (kind) => {
		const { world, deaths } = await runWithDeaths((it) => it.kind === kind);
		expect(deaths).toBe(25);
		expect(world.store.error?.code).toBe("analysis_failed");
		expect(world.store.events.at(-1)?.name).toBe("failed");
	});

	it("publishes all the same if it is the publication that dies", async () => {
		let left = 40;
		const { world, deaths } = await runWithDeaths(({ kind }) => kind === "publish" && left-- > 0);
		expect(deaths).toBe(40);
		expect(world.store.error).toBeNull();
		expect(world.store.events.at(-1)?.name).toBe("completed");
	});
});
