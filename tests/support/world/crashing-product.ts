import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isAlive, type ProcessIdentity } from "#scripts/server/process.ts";
import { type FakeAi, startFakeAi } from "../fakes/ai.ts";
import { freePort } from "../fakes/network.ts";
import { type FakeYoutube, startFakeYoutube } from "../fakes/youtube.ts";
import { standInEnv } from "./product.ts";

/** The product as started by `npm start`, which can be killed while the fakes keep running. */
export type CrashingProduct = {
	ai: FakeAi;
	youtube: FakeYoutube;
	data_dir: string;
	/** The same after every start. */
	readonly url: string;
	/** Sends SIGKILL to the start command and its workerd; resolves when both are gone. */
	kill: () => Promise<void>;
	/** Starts the product on its existing data with settings in `over`; does nothing if it runs. */
	start: (over?: Record<string, string>) => Promise<void>;
	stop: () => Promise<void>;
};

/** The time for data that a dead process has sent to arrive. */
const SETTLE_MS = 30;
const POLL_MS = 5;

export async function startCrashingProduct(
	env: Record<string, string> = {},
): Promise<CrashingProduct> {
	const [ai, youtube] = await Promise.all([startFakeAi(), startFakeYoutube()]);
	const data_dir = await mkdtemp(join(tmpdir(), "crashing-"));
	let url = "";
	let command: StartCommand | null = null;

	async function start(over: Record<string, string> = {}): Promise<void> {
		if (command) return;
		command = startCommand(
			{
				...standInEnv(ai, youtube),
				...env,
				...over,
				DATA_DIR: data_dir,
				PORT: url ? new URL(url).port : String(await freePort()),
			},
			{ own_group: true },
		);
		url = await command.ready;
	}

	async function kill(): Promise<void> {
		if (!command) return;
		const killed = command;
		command = null;
		killed.killGroup();
		await killed.exited;
		const runtime = await notedRuntime(data_dir);
		while (runtime && isAlive(runtime)) await sleep(POLL_MS);
		await sleep(SETTLE_MS);
	}

	await start();
	return {
		ai,
		youtube,
		data_dir,
		get url() {
			return url;
		},
		kill,
		start,
		async stop() {
			await kill();
			await Promise.all([ai.close(), youtube.close()]);
			await rm(data_dir, { recursive: true, force: true });
		},
	};
}

/** The workerd process named in the folder's lock. */
export async function notedRuntime(data_dir: string): Promise<ProcessIdentity | null> {
	const names = await readdir(data_dir);
	const lock = names.find((name) => name.startsWith("lock."));
	const text = await readFile(join(data_dir, lock ?? ""), "utf8");
	return (JSON.parse(text) as { runtime: ProcessIdentity | null }).runtime;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A separate process that runs what `npm start` runs. */
export type StartCommand = {
	/** All output so far. */
	output: () => string;
	/** The printed address. Rejects with the output if the process ends first. */
	ready: Promise<string>;
	/** The exit code, or the signal that ended the process. */
	exited: Promise<number | string>;
	signal: (name: NodeJS.Signals) => void;
	/** Signals the whole process group, as a terminal does; requires `own_group`. */
	signalGroup: (name: NodeJS.Signals) => void;
	killGroup: () => void;
};

/**
 * `own_group` starts a separate process group, which can be killed as a whole; `by_npm` starts it
 * through npm, which then receives the signals; `script` is another script to start, with `args`.
 */
export function startCommand(
	env: Record<string, string>,
	{ own_group = false, by_npm = false, script = "scripts/start.ts", args = [] as string[] } = {},
): StartCommand {
	const [command, ...given] = by_npm
		? ["npm", "start"]
		: [process.execPath, "--import", "tsx", script, ...args];
	const child = spawn(command, given, {
		cwd: root,
		env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0", ...env },
		stdio: ["ignore", "pipe", "pipe"],
		detached: own_group,
	});
	const signalGroup = (name: NodeJS.Signals) => {
		if (!own_group || child.pid === undefined) throw new Error("It has no group of its own.");
		process.kill(-child.pid, name);
	};
	let output = "";
	const exited = once(child, "exit").then(([code, signal]) => code ?? signal);
	const ready = new Promise<string>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output += chunk;
			const address = /^Ready on (\S+)\s/m.exec(output)?.[1];
			if (address) resolve(address);
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		exited.then(() => reject(new Error(output)));
	});
	// Avoids an unhandled rejection if only the exit is awaited.
	ready.catch(() => {});
	return {
		output: () => output,
		ready,
		exited,
		signal: (name) => child.kill(name),
		signalGroup,
		killGroup: () => signalGroup("SIGKILL"),
	};
}
