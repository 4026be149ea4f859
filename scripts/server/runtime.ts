import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare, type MiniflareOptions } from "miniflare";
import type { DataLock } from "../data/lock.ts";
import { StartError } from "./process.ts";
import {
	databaseIds,
	persistence,
	type WorkerConfig,
} from "./worker-config.ts";

/*
 * Miniflare's stubs wait for their helper thread with a single Atomics.wait. The thread stores
 * its answer first and notifies afterwards. On a busy machine, the notification of one call can
 * therefore wake the next call, which finds no answer and fails. Waiting again while the value is
 * unchanged is the intended behaviour.
 */
const wait = Atomics.wait.bind(Atomics) as (
	array: Int32Array,
	index: number,
	value: number,
	timeout?: number,
) => "ok" | "not-equal" | "timed-out";

function waitWhileUnchanged(
	array: Int32Array,
	index: number,
	value: number,
	timeout?: number,
) {
	for (;;) {
		const woken = wait(array, index, value, timeout);
		if (woken !== "ok" || Atomics.load(array, index) !== value) return woken;
	}
}

Object.defineProperty(Atomics, "wait", { value: waitWhileUnchanged });

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
	const miniflare = new Miniflare({
		...options,
		handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
			child = spawns.latest();
			lock.recordRuntime(child.pid ?? 0);
			createInterface(stdout).on("line", print);
			createInterface(stderr).on("line", (line) => {
				if (complaints) complaints.push(line);
				else print(line);
			});
		},
	});
	try {
		const url = await miniflare.ready;
		if (!child) throw new Error("Miniflare started no workerd");
		for (const line of complaints) print(line);
		complaints = null;
		const runtime = child;
		return {
			miniflare,
			url,
			ended: once(runtime, "exit"),
			stop: () => end(miniflare, runtime),
		};
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
