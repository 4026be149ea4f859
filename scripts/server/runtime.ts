import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare, type MiniflareOptions, type WorkerOptions } from "miniflare";
import * as z from "zod";
import type { DataLock } from "../data/lock.ts";
import { layout } from "../layout.ts";
import type { Address, Environment } from "./environment.ts";
import { ignoreLateNotifications } from "./late-notifications.ts";
import { StartError } from "./process.ts";
import { runtimePrinter } from "./runtime-messages.ts";
import { closeLoopback, hideRpcHost } from "./sealed-runtime.ts";

Object.defineProperty(Atomics, "wait", {
	value: ignoreLateNotifications(Atomics.wait.bind(Atomics)),
});

type RuntimeWatch = {
	/** Must be called directly after a child was spawned, before another one is. */
	latest: () => ChildProcess;
	stop: () => void;
};

/**
 * Captures Miniflare's workerd process, which Miniflare does not expose. Node announces every
 * child process on a diagnostics channel, and Miniflare calls back synchronously after its spawn,
 * so the last announced child is the workerd.
 */
export function watchSpawns(): RuntimeWatch {
	let last: ChildProcess | undefined;
	const note = (message: unknown) => {
		last = (message as { process: ChildProcess }).process;
	};
	subscribe("child_process", note);
	return {
		latest: () => {
			if (last?.pid === undefined) throw new Error("no workerd was spawned");
			return last;
		},
		stop: () => unsubscribe("child_process", note),
	};
}

export type Runtime = {
	miniflare: Miniflare;
	/** Miniflare's own port, which obeys headers that replace a request's address. */
	url: URL;
	/** Resolves when workerd has ended, by itself or by `stop`. */
	ended: Promise<unknown>;
	stop: () => Promise<void>;
};

/**
 * Requests in progress get this long to finish. An open event stream never finishes, and users do
 * not wait long after Ctrl-C.
 */
const drain_ms = 1_500;
async function end(miniflare: Miniflare, child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) {
		const exit = once(child, "exit");
		child.kill("SIGTERM");
		const timer = new AbortController();
		await Promise.race([
			exit,
			sleep(drain_ms, undefined, { signal: timer.signal }).catch(() => {}),
		]);
		timer.abort();
	}
	// Kills the remaining processes and cleans up.
	await miniflare.dispose();
}

/**
 * Starts workerd on a locked data folder, and records its process in the lock before it can open
 * any file. `print` receives each line of its output. Throws StartError with its messages.
 */
export async function startRuntime(
	options: MiniflareOptions,
	lock: DataLock,
	print: (line: string) => void,
): Promise<Runtime> {
	const spawns = watchSpawns();
	/** The output before workerd is ready, which contains the reason if it fails to start. */
	let complaints: string[] | null = [];
	let child: ChildProcess | undefined;
	let closed: Promise<void> | undefined;
	const miniflare = new Miniflare({
		...options,
		handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
			child = spawns.latest();
			hideRpcHost(child);
			closed = closeLoopback(child);
			// Reported below, unless the start fails for another reason first.
			closed.catch(() => {});
			lock.recordRuntime(child.pid ?? 0);
			createInterface(stdout).on("line", print);
			const printMessage = runtimePrinter(print);
			createInterface(stderr).on("line", (line) => {
				if (complaints) complaints.push(line);
				else printMessage(line);
			});
		},
	});
	try {
		const url = await miniflare.ready;
		if (!child) throw new Error("Miniflare started no workerd");
		await closed;
		for (const line of complaints) print(line);
		complaints = null;
		const runtime = child;
		return { miniflare, url, ended: once(runtime, "exit"), stop: () => end(miniflare, runtime) };
	} catch (error) {
		await miniflare.dispose().catch(() => {});
		const reason = error instanceof Error ? error.message : String(error);
		throw new StartError([reason, ...(complaints ?? [])].join("\n"));
	} finally {
		spawns.stop();
	}
}

/** Opens only the folder's databases, without the worker. */
export function startDatabases(
	config: WorkerConfig,
	data_dir: string,
	lock: DataLock,
	print: (line: string) => void,
): Promise<Runtime> {
	return startRuntime(
		{
			name: config.name,
			cf: false,
			modules: true,
			script: "export default {}",
			compatibilityDate: config.compatibilityDate,
			d1Persist: persistence(data_dir).d1Persist,
			d1Databases: databaseIds(config),
		},
		lock,
		print,
	);
}

const Assets = z.looseObject({});

/**
 * The part of wrangler.toml that the local server needs. The build writes it, so that a start
 * does not have to load wrangler, which would more than double the start time.
 */
export const WorkerConfig = z.object({
	name: z.string(),
	compatibilityDate: z.string(),
	compatibilityFlags: z.array(z.string()),
	durableObjects: z.record(z.string(), z.object({ className: z.string(), useSQLite: z.boolean() })),
	databases: z.array(z.string()),
	assets: z.object({ binding: z.string(), routerConfig: Assets, assetConfig: Assets }),
	crons: z.array(z.string()),
});
export type WorkerConfig = z.infer<typeof WorkerConfig>;

export async function readBuiltConfig(): Promise<WorkerConfig> {
	const text = await readFile(layout.workerConfig, "utf8").catch(() => {
		throw new StartError("The worker is not built. Run `npm run build`.");
	});
	return WorkerConfig.parse(JSON.parse(text));
}

/** The subfolders of the data folder; a later start finds the data by these names. */
export const persistence = (data_dir: string) => ({
	d1Persist: join(data_dir, "d1"),
	durableObjectsPersist: join(data_dir, "objects"),
});

/**
 * In memory, of copies of pages, preview pictures and pages that analyses have read: about four
 * hundred reports of 24 statements.
 */
export const LOCAL_CACHE_BYTES = 64_000_000;

/**
 * The embedded databases. Their names do not change when wrangler.toml gets the id of a real
 * database.
 */
const databaseIds = (config: WorkerConfig) =>
	Object.fromEntries(config.databases.map((name) => [name, name]));

/** The module types by file extension, as wrangler chooses them. */
const MODULE_TYPES = { ".js": "ESModule", ".wasm": "CompiledWasm", ".ttf": "Data" } as const;

/**
 * Lists a built worker and the modules beside it. Without the list, Miniflare would parse the
 * whole bundle to find them, which would more than double the start time.
 */
export function listModules(entry: string): {
	modulesRoot: string;
	modules: { type: (typeof MODULE_TYPES)[keyof typeof MODULE_TYPES]; path: string }[];
} {
	const modulesRoot = dirname(entry);
	const others = readdirSync(modulesRoot).filter((it) => it !== basename(entry));
	const modules = [basename(entry), ...others].flatMap((name) => {
		const type = MODULE_TYPES[extname(name) as keyof typeof MODULE_TYPES];
		return type ? [{ type, path: join(modulesRoot, name) }] : [];
	});
	return { modulesRoot, modules };
}

/** The built worker, its database, objects and assets, as options for Miniflare. */
export function miniflareOptions(
	config: WorkerConfig,
	address: Address,
	data_dir: string,
	variables: Environment,
): MiniflareOptions & WorkerOptions {
	const bindings = Object.fromEntries(
		Object.entries(variables).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, value]],
		),
	);
	return {
		...address,
		...persistence(data_dir),
		name: config.name,
		// Only Cloudflare knows a request's country. Miniflare's default would request it from
		// Cloudflare's servers.
		cf: false,
		logRequests: false,
		rootPath: layout.root,
		...listModules(layout.workerBundle),
		compatibilityDate: config.compatibilityDate,
		compatibilityFlags: config.compatibilityFlags,
		bindings: { ...bindings, LOCAL_CACHE_BYTES },
		d1Databases: databaseIds(config),
		durableObjects: config.durableObjects,
		assets: { ...config.assets, directory: layout.webOutput, workerName: config.name },
	};
}
