import "#scripts/server/runtime.ts";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { layout } from "#scripts/layout.ts";
import {
	miniflareOptions,
	readBuiltConfig,
} from "#scripts/server/worker-config.ts";
import { byTurns, median, shown, timesShown } from "./figures.ts";
import type { Outcome, Size } from "./outcome.ts";

/**
 * Weighs the worker, and starts it beside a worker of Hono alone: from nothing
 * to the first answer, workerd's own start included in both.
 */

const ROUNDS = { short: 1, usual: 5, large: 11 };
/** What the platform takes of a worker, compressed, on every plan that can hash passwords. */
const GZIP_MOST_BYTES = 10 * 1024 * 1024;
/** The platform refuses a worker that takes longer to begin. */
const BEGIN_MOST_MS = 1_000;

const ADDRESS = { host: "127.0.0.1", port: 0 };
const SENT = /\.(js|wasm|ttf)$/;

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
				'export default new Hono().get("/api/health", (c) => c.json({ status: "ok" }));',
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
		modules: [
			{ type: "ESModule", path: join(layout.root, "bare.js"), contents },
		],
	} as MiniflareOptions;
}

/** Milliseconds until the first answer. */
async function beginning(options: MiniflareOptions): Promise<number> {
	const started = performance.now();
	const miniflare = new Miniflare(options);
	try {
		const answer = await miniflare.dispatchFetch("http://worker/api/health");
		await answer.text();
		if (!answer.ok) throw new Error(`The worker answered ${answer.status}.`);
		return performance.now() - started;
	} finally {
		await miniflare.dispose();
	}
}

export async function measureWorker(size: Size): Promise<Outcome> {
	const data_dir = await mkdtemp(join(tmpdir(), "bench-worker-"));
	const config = await readBuiltConfig();
	const bare = await bareWorker(join(data_dir, "bare"));
	const whole = miniflareOptions(config, ADDRESS, join(data_dir, "whole"), {
		LOG_LEVEL: "error",
	});
	const [bare_ms = [], whole_ms = []] = await byTurns(ROUNDS[size], [
		() => beginning(bare),
		() => beginning(whole),
	]);
	await rm(data_dir, { recursive: true, force: true });
	const { bytes, gzip } = await weigh();
	// The quickest round of each: what else the machine did has delayed it least.
	const begins_ms = Math.min(...whole_ms) - Math.min(...bare_ms);
	const row = (ms: number[]) => ({
		"ms to the first answer": shown(median(ms)),
		"of Hono alone": timesShown(median(ms) / median(bare_ms)),
	});
	return {
		baseline: "a worker of Hono alone with the same things bound to it",
		table: {
			"Hono alone": { ...row(bare_ms), "uploaded KB": "", "gzip KB": "" },
			"the worker": {
				...row(whole_ms),
				"uploaded KB": Math.round(bytes / 1024),
				"gzip KB": Math.round(gzip / 1024),
			},
		},
		missed: [
			...(gzip > GZIP_MOST_BYTES ? ["The worker is too heavy."] : []),
			...(begins_ms > BEGIN_MOST_MS
				? ["The worker takes too long to begin."]
				: []),
		],
		growth: [],
	};
}
