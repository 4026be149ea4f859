import type { ChildProcess } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { D1Database } from "@cloudflare/workers-types/experimental";
import { Miniflare } from "miniflare";
import { type Db, openDb } from "#db/client.ts";
import { layout } from "#scripts/layout.ts";
import { watchSpawns } from "#scripts/server/runtime.ts";
import {
	listModules,
	miniflareOptions,
	readBuiltConfig,
} from "#scripts/server/worker-config.ts";
import { DATABASE_WORKER, d1OverHttp, databaseWorker } from "./d1-client.ts";
import { copyMigratedData } from "./databases.ts";

/** The built product in workerd on a real D1, behind an entry of a test's own. */
export type EnteredProduct = {
	url: string;
	/** Where it keeps what it stores. */
	data_dir: string;
	d1: D1Database;
	/** For writing results without running an analysis. */
	db: Db;
	/** Of workerd. */
	runtime_pid: number;
	stop: () => Promise<void>;
};

/**
 * `entry` is a module's JavaScript; it finds the built worker as "./index.js",
 * and exports what the worker exports. `env` goes over the settings, which give
 * two providers a key.
 */
export async function startEnteredProduct(
	entry: string,
	env: Record<string, string> = {},
): Promise<EnteredProduct> {
	const dir = await mkdtemp(join(tmpdir(), "entered-"));
	const config = await readBuiltConfig();
	const keys = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", ...env };
	const address = { host: "127.0.0.1", port: 0 };
	// Beside a copy of the built worker and what it loads, as if it had been built itself.
	const built = join(dir, "worker");
	await cp(dirname(layout.workerBundle), built, { recursive: true });
	const entryPath = join(built, "entry.js");
	await writeFile(entryPath, entry);
	await copyMigratedData(dir);
	const spawns = watchSpawns();
	let runtime: ChildProcess | undefined;
	const product = {
		...miniflareOptions(config, address, dir, keys),
		...listModules(entryPath),
	};
	const miniflare = new Miniflare({
		...product,
		workers: [product, databaseWorker("DB")],
		handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
			runtime = spawns.latest();
			stdout.resume();
			stderr.on("data", (said: Buffer) => process.stderr.write(said));
		},
	});
	const url = `http://localhost:${(await miniflare.ready).port}`;
	spawns.stop();
	const d1 = d1OverHttp(await miniflare.unsafeGetDirectURL(DATABASE_WORKER));
	return {
		url,
		data_dir: dir,
		d1,
		db: openDb({ d1 }),
		runtime_pid: runtime?.pid ?? 0,
		async stop() {
			await miniflare.dispose();
			await rm(dir, { recursive: true, force: true });
		},
	};
}

const ENTRY = fileURLToPath(new URL("./counting-entry.js", import.meta.url));

/** The product in workerd on a real D1, where each answer tells how often it went there. */
export type CountingProduct = {
	url: string;
	/** For writing results without running an analysis. */
	db: Db;
	get: (
		path: string,
		headers?: Record<string, string>,
	) => Promise<{
		status: number;
		headers: Headers;
		html: string;
		trips: number;
	}>;
	stop: () => Promise<void>;
};

/** `env` goes over the settings, which give two providers a key. */
export async function startCountingProduct(
	env: Record<string, string> = {},
): Promise<CountingProduct> {
	const entry = await readFile(ENTRY, "utf8");
	const { url, db, stop } = await startEnteredProduct(entry, env);
	return {
		url,
		db,
		async get(path, headers = {}) {
			const answer = await fetch(url + path, {
				headers: { connection: "close", ...headers },
			});
			return {
				status: answer.status,
				headers: answer.headers,
				html: await answer.text(),
				trips: Number(answer.headers.get("x-database-trips")),
			};
		},
		stop,
	};
}
