import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare, type MiniflareOptions } from "miniflare";
import "./patient-wait.ts";
import type { DataLock } from "./data-lock.ts";
import { watchSpawns } from "./runtime-process.ts";
import { StartError } from "./start-error.ts";

export type Runtime = {
	miniflare: Miniflare;
	url: URL;
	/** Resolves when workerd has ended, by itself or by `stop`. */
	ended: Promise<unknown>;
	stop: () => Promise<void>;
};

/**
 * Requests under way get this long to finish. An open event stream never does, and people
 * who pressed Ctrl-C wait at most three seconds.
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
	// Kills what is still there and clears up.
	await miniflare.dispose();
}

/**
 * Starts a workerd on a locked data folder and writes its process into the lock before it can
 * open anything. `print` gets each line it says. Throws StartError with its complaints.
 */
export async function startRuntime(
	options: MiniflareOptions,
	lock: DataLock,
	print: (line: string) => void,
): Promise<Runtime> {
	const spawns = watchSpawns();
	/** What it says before it is ready: the reason, should it never be. */
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
