import type { ChildProcess } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { D1Database } from "@cloudflare/workers-types/experimental";
import { Miniflare } from "miniflare";
import { type Db, openDb } from "#db/client.ts";
import { applyToD1, readMigrations } from "#scripts/data/migrations.ts";
import { layout } from "#scripts/layout.ts";
import {
	listModules,
	miniflareOptions,
	readBuiltConfig,
	watchSpawns,
} from "#scripts/server/runtime.ts";
import { DATABASE_WORKER, d1OverHttp, databaseWorker } from "./d1-client.ts";
import { copyMigratedData } from "./databases.ts";

/** The built product in workerd on a real D1, behind a test's own entry module. */
export type EnteredProduct = {
	url: string;
	/** The folder with its stored data. */
	data_dir: string;
	d1: D1Database;
	/** For writing results without running an analysis. */
	db: Db;
	/** The process id of workerd. */
	runtime_pid: number;
	/** What it has logged as an error or a warning. */
	logged: () => string;
	stop: () => Promise<void>;
};

/**
 * `entry` is a JavaScript module that imports the built worker as "./index.js" and exports what the
 * worker exports. `env` overrides the settings, which give two providers a key.
 */
export async function startEnteredProduct(
	entry: string,
	env: Record<string, string> = {},
): Promise<EnteredProduct> {
	const { replica: _, ...product } = await startWith(entry, env, null);
	return product;
}

/**
 * The same with a second D1, empty, which the entry finds as REPLICA. It keeps its copies in the
 * platform's own cache, as after a deployment.
 */
async function startReplicatedProduct(
	entry: string,
	env: Record<string, string> = {},
): Promise<EnteredProduct & { replica: D1Database }> {
	const { replica, ...product } = await startWith(entry, env, REPLICA);
	if (!replica) throw new Error("The replica has not started");
	return { ...product, replica };
}

const REPLICA = "REPLICA";

async function startWith(
	entry: string,
	env: Record<string, string>,
	second: string | null,
): Promise<EnteredProduct & { replica: D1Database | null }> {
	const dir = await mkdtemp(join(tmpdir(), "entered-"));
	const config = await readBuiltConfig();
	const keys = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", ...env };
	const address = { host: "127.0.0.1", port: 0 };
	// Placed beside a copy of the built worker and its modules, as if it had been built.
	const built = join(dir, "worker");
	await cp(dirname(layout.workerBundle), built, { recursive: true });
	const entryPath = join(built, "entry.js");
	await writeFile(entryPath, entry);
	await copyMigratedData(dir);
	const spawns = watchSpawns();
	let runtime: ChildProcess | undefined;
	const options = miniflareOptions(config, address, dir, keys);
	let logged = "";
	const { LOCAL_CACHE_BYTES, ...bindings } = options.bindings ?? {};
	const product = {
		...options,
		bindings: second === null ? { ...bindings, LOCAL_CACHE_BYTES } : bindings,
		...listModules(entryPath),
		d1Databases: {
			...(options.d1Databases as Record<string, string>),
			...(second !== null && { [second]: second }),
		},
	};
	const miniflare = new Miniflare({
		...product,
		workers: [
			product,
			databaseWorker("DB"),
			...(second === null ? [] : [databaseWorker(second, second)]),
		],
		handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
			runtime = spawns.latest();
			stdout.resume();
			stderr.on("data", (said: Buffer) => {
				logged += said;
				process.stderr.write(said);
			});
		},
	});
	const url = `http://localhost:${(await miniflare.ready).port}`;
	spawns.stop();
	const d1 = d1OverHttp(await miniflare.unsafeGetDirectURL(DATABASE_WORKER));
	const replica = second === null ? null : d1OverHttp(await miniflare.unsafeGetDirectURL(second));
	return {
		url,
		replica,
		data_dir: dir,
		d1,
		db: openDb({ d1 }),
		runtime_pid: runtime?.pid ?? 0,
		logged: () => logged,
		async stop() {
			await miniflare.dispose();
			await rm(dir, { recursive: true, force: true });
		},
	};
}

const COUNTING_ENTRY = fileURLToPath(new URL("./counting-entry.js", import.meta.url));

/** The product in workerd on a real D1, where each response reports its D1 round trips. */
export type CountingProduct = Pick<EnteredProduct, "logged"> & {
	url: string;
	/** For writing results without running an analysis. */
	db: Db;
	get: (
		path: string,
		headers?: Record<string, string>,
	) => Promise<{ status: number; headers: Headers; html: string; trips: number }>;
	stop: () => Promise<void>;
};

/** `env` overrides the settings, which give two providers a key. */
export async function startCountingProduct(
	env: Record<string, string> = {},
): Promise<CountingProduct> {
	const entry = await readFile(COUNTING_ENTRY, "utf8");
	const { url, db, logged, stop } = await startEnteredProduct(entry, env);
	return {
		url,
		db,
		logged,
		async get(path, headers = {}) {
			const answer = await fetch(url + path, { headers: { connection: "close", ...headers } });
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

const FAR_ENTRY = fileURLToPath(new URL("./far-entry.js", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));

type Far = {
	/** The way to the primary and to the replica. */
	primary_ms: number;
	replica_ms: number;
	/** After this the replica has a commit. */
	lag_ms: number;
	primary_away: boolean;
	replica_away: boolean;
};

export type FarAnswer = {
	status: number;
	headers: Headers;
	text: string;
	/** To the primary and to the replica. */
	trips: number;
	replica_trips: number;
	/** Of the database and of the objects that count, before the answer. */
	commits: number;
};

/**
 * The built product in workerd with two real D1 databases: a primary far away, and a replica that
 * gets each commit late.
 */
export type FarProduct = Pick<EnteredProduct, "url" | "db" | "stop"> & {
	/** The replica itself, for what is there from the beginning. */
	replica: Db;
	set: (far: Partial<Far>) => Promise<void>;
	/** Runs plain SQL on the replica alone. */
	onReplica: (sql: string) => Promise<void>;
	/** Gives the replica the primary's rows of these tables. */
	copyToReplica: (...tables: string[]) => Promise<void>;
	ask: (path: string, init?: RequestInit) => Promise<FarAnswer>;
};

export async function startFarProduct(env: Record<string, string> = {}): Promise<FarProduct> {
	const entry = await readFile(FAR_ENTRY, "utf8");
	const product = await startReplicatedProduct(entry, env);
	const { url, d1, db, stop, replica } = product;
	await applyToD1(replica, readMigrations(MIGRATIONS));
	return {
		url,
		db,
		stop,
		replica: openDb({ d1: replica }),
		async set(far) {
			const body = JSON.stringify(far);
			await fetch(`${url}/_far`, { method: "POST", body });
		},
		async onReplica(sql) {
			await replica.prepare(sql).run();
		},
		async copyToReplica(...tables) {
			for (const table of tables) {
				const { results } = await d1
					.prepare(`select * from ${table}`)
					.all<Record<string, unknown>>();
				const [first] = results;
				if (!first) continue;
				const names = Object.keys(first);
				const insert = replica.prepare(
					`insert or replace into ${table} (${names}) values (${names.map(() => "?")})`,
				);
				await replica.batch(results.map((row) => insert.bind(...Object.values(row))));
			}
		},
		async ask(path, init = {}) {
			const headers = new Headers(init.headers);
			headers.set("connection", "close");
			const answer = await fetch(url + path, { ...init, headers });
			const count = (name: string) => Number(answer.headers.get(name));
			return {
				status: answer.status,
				headers: answer.headers,
				text: await answer.text(),
				trips: count("x-primary-trips"),
				replica_trips: count("x-replica-trips"),
				commits: count("x-commits"),
			};
		},
	};
}
