import "#scripts/server/runtime.ts";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { layout } from "#scripts/layout.ts";
import { miniflareOptions, readBuiltConfig, watchSpawns } from "#scripts/server/runtime.ts";
import { copyMigratedData } from "#tests/support/world/databases.ts";
import { byTurns, median, shown, timesShown } from "./figures.ts";
import type { Outcome, Size } from "./outcome.ts";
import { processorMs } from "./processor.ts";

/**
 * Weighs the worker, and starts it beside a worker of Hono alone: from nothing
 * to the first answer, workerd's own start included in both.
 */

const ROUNDS = { short: 1, usual: 7, large: 15 };
/** What the platform takes of a worker, compressed, on every plan that can hash passwords. */
const GZIP_MOST_BYTES = 10 * 1024 * 1024;
/** The platform refuses a worker that takes longer to begin. */
const BEGIN_MOST_MS = 1_000;
/** Of the bare worker's processor time until its first answer. */
const MOST_TIMES = 1.5;

const ADDRESS = { host: "127.0.0.1", port: 0 };
const SENT = /\.(js|wasm|ttf)$/;
/** A page that is rendered by the browser, so that it costs what every page costs. */
const PAGE = "/dashboard";

async function weigh(): Promise<{ bytes: number; gzip: number }> {
	const folder = dirname(layout.workerBundle);
	let [bytes, gzip] = [0, 0];
	for (const name of await readdir(folder)) {
		if (!SENT.test(name)) continue;
		const content = await readFile(join(folder, name));
		bytes += content.byteLength;
		gzip += gzipSync(content).byteLength;
	}
	return { bytes, gzip };
}

/** A worker of Hono with one route, with the same database, objects and files bound to it. */
async function bareWorker(data_dir: string): Promise<MiniflareOptions> {
	const config = await readBuiltConfig();
	const classes = Object.values(config.durableObjects).map(
		({ className }) => `export class ${className} extends DurableObject {}`,
	);
	const { outputFiles } = await build({
		stdin: {
			contents: [
				'import { DurableObject } from "cloudflare:workers";',
				'import { Hono } from "hono";',
				...classes,
				'export default new Hono().get("*", (c) => c.json({ status: "ok" }));',
			].join("\n"),
			resolveDir: layout.root,
		},
		bundle: true,
		format: "esm",
		external: ["cloudflare:*"],
		write: false,
	});
	const contents = outputFiles[0]?.text ?? "";
	return {
		...miniflareOptions(config, ADDRESS, data_dir, {}),
		modulesRoot: layout.root,
		modules: [{ type: "ESModule", path: join(layout.root, "bare.js"), contents }],
	} as MiniflareOptions;
}

type Beginning = {
	wall_ms: number;
	/** workerd's; the wall's time where the system does not say. */
	processor_ms: number;
};

/** From nothing to the first answer. */
async function begin(options: MiniflareOptions, path: string): Promise<Beginning> {
	const spawns = watchSpawns();
	const started = performance.now();
	const miniflare = new Miniflare(options);
	try {
		const answer = await miniflare.dispatchFetch(`http://worker${path}`);
		await answer.text();
		const wall_ms = performance.now() - started;
		const used_ms = processorMs(spawns.latest().pid ?? 0);
		if (!answer.ok) throw new Error(`The worker answered ${answer.status}.`);
		return { wall_ms, processor_ms: used_ms ?? wall_ms };
	} finally {
		spawns.stop();
		await miniflare.dispose();
	}
}

export async function measureStart(size: Size): Promise<Outcome> {
	const data_dir = await mkdtemp(join(tmpdir(), "bench-start-"));
	const config = await readBuiltConfig();
	const folder = async (name: string) => {
		const path = join(data_dir, name);
		await copyMigratedData(path);
		return path;
	};
	const bare = await bareWorker(await folder("bare"));
	const whole = miniflareOptions(config, ADDRESS, await folder("whole"), { LOG_LEVEL: "error" });
	const starts: [string, () => Promise<Beginning>][] = [
		["Hono alone", () => begin(bare, PAGE)],
		["a page", () => begin(whole, PAGE)],
		["home, rendered by the worker", () => begin(whole, "/")],
		["the API", () => begin(whole, "/api/health")],
	];
	const rounds = await byTurns(
		ROUNDS[size],
		starts.map(([, start]) => start),
	);
	await rm(data_dir, { recursive: true, force: true });
	const { bytes, gzip } = await weigh();
	const processor = rounds.map((round) => median(round.map(({ processor_ms }) => processor_ms)));
	const wall = rounds.map((round) => median(round.map(({ wall_ms }) => wall_ms)));
	// The quickest round of each: what else the machine did has delayed it least.
	const quickest = rounds.map((round) => Math.min(...round.map(({ wall_ms }) => wall_ms)));
	const [bare_ms = 0, page_ms = 0] = processor;
	const begins_ms = (quickest[1] ?? 0) - (quickest[0] ?? 0);
	return {
		baseline: "a worker of Hono alone with the same things bound to it",
		table: Object.fromEntries(
			starts.map(([name], place) => [
				name,
				{
					"processor ms to the first answer": shown(processor[place] ?? 0),
					"of Hono alone": timesShown((processor[place] ?? 0) / bare_ms),
					"wall ms": shown(wall[place] ?? 0),
					"uploaded KB": place === 1 ? Math.round(bytes / 1024) : "",
					"gzip KB": place === 1 ? Math.round(gzip / 1024) : "",
				},
			]),
		),
		missed: [
			...(gzip > GZIP_MOST_BYTES ? ["The worker is too heavy."] : []),
			...(begins_ms > BEGIN_MOST_MS ? ["The worker takes too long to begin."] : []),
			// One start is too few to tell.
			...(size !== "short" && page_ms > bare_ms * MOST_TIMES
				? [`a page: ${timesShown(page_ms / bare_ms)} to its first answer`]
				: []),
		],
	};
}
