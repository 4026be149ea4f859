import "#scripts/server/runtime.ts";
import {
	type ExtensionWorld,
	publishChecked,
	startExtensionWorld,
} from "#tests/support/world/extension-world.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { byTurns, median, shown, timesShown } from "./figures.ts";
import type { Outcome, Size } from "./outcome.ts";

/** A watch page with the extension, by turns with the same page at an address it does not run on. */

const ROUNDS = { short: 1, usual: 9, large: 25 };
/** Processor time of the main thread that the extension may add, in the best round. */
const AIM_MS = 10;
/** Both pages are looked at this long after their load; the extension's parts come before. */
const LOOKED_AT_MS = 3_000;

type Taken = { tasks_ms: number; script_ms: number };

export async function measureExtension(size: Size): Promise<Outcome> {
	const product = await startProduct();
	const world = await startExtensionWorld(product.url);
	try {
		const video_id = await publishChecked(product);
		const path = `/watch?v=${video_id}`;
		const pages = {
			bare: () => take(world, world.site.bare_url + path),
			extended: () => take(world, `https://www.youtube.com${path}`),
		};
		await byTurns(1, Object.values(pages));
		const [bare = [], extended = []] = await byTurns(ROUNDS[size], Object.values(pages));
		return {
			baseline: "the same page without the extension, in the same browser",
			table: {
				"a watch page alone": cells(bare, bare),
				"with the extension": cells(extended, bare),
			},
			missed: shortcomings(bare, extended),
		};
	} finally {
		await world.stop();
		await product.stop();
	}
}

/** The main thread's time of a page's first moments, in every world of scripts. */
async function take(world: ExtensionWorld, url: string): Promise<Taken> {
	const page = await world.context.newPage();
	try {
		const session = await world.context.newCDPSession(page);
		await session.send("Performance.enable", { timeDomain: "threadTicks" });
		await page.goto(url);
		await page.waitForTimeout(LOOKED_AT_MS);
		const { metrics } = await session.send("Performance.getMetrics");
		const marks = await page.locator("#bs-detector-marks i").count();
		if (marks === 0 && !url.startsWith(world.site.bare_url))
			throw new Error("The extension's marks were not there in time");
		const ms = (name: string) =>
			1_000 * (metrics.find((it) => it.name === name)?.value ?? Number.NaN);
		return { tasks_ms: ms("TaskDuration"), script_ms: ms("ScriptDuration") };
	} finally {
		await page.close();
	}
}

const tasks = (rounds: readonly Taken[]) => median(rounds.map(({ tasks_ms }) => tasks_ms));

function cells(rounds: readonly Taken[], bare: readonly Taken[]) {
	return {
		"main thread, ms": shown(tasks(rounds)),
		"of it scripts, ms": shown(median(rounds.map(({ script_ms }) => script_ms))),
		"times the bare page": timesShown(tasks(rounds) / tasks(bare)),
	};
}

function shortcomings(bare: readonly Taken[], extended: readonly Taken[]): string[] {
	const more_ms = Math.min(
		...extended.map((ours, at) => ours.tasks_ms - (bare[at]?.tasks_ms ?? 0)),
	);
	return more_ms > AIM_MS
		? [`takes ${shown(more_ms)} ms more than the page alone, aim ${AIM_MS} ms`]
		: [];
}
