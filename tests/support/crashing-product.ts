import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, type ProcessIdentity } from "#scripts/server/process.ts";
import { type FakeAi, startFakeAi } from "./fake-ai.ts";
import { type FakeYoutube, startFakeYoutube } from "./fake-youtube.ts";
import { standInEnv } from "./product.ts";
import { type StartCommand, startCommand } from "./start-command.ts";

/** The product as `npm start` runs it, which can be killed; the outside world survives. */
export type CrashingProduct = {
	ai: FakeAi;
	youtube: FakeYoutube;
	data_dir: string;
	/** The same after every start. */
	readonly url: string;
	/** SIGKILL to the start command and its workerd at once; resolves when both are gone. */
	kill: () => Promise<void>;
	/** Starts it on the data that are there, `over` its settings; does nothing where it runs. */
	start: (over?: Record<string, string>) => Promise<void>;
	stop: () => Promise<void>;
};

/** What the network still carries of a dead process is there by then. */
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
				PORT: url ? new URL(url).port : "0",
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

/** The workerd that the folder's lock names. */
async function notedRuntime(data_dir: string): Promise<ProcessIdentity | null> {
	const names = await readdir(data_dir);
	const lock = names.find((name) => name.startsWith("lock."));
	const text = await readFile(join(data_dir, lock ?? ""), "utf8");
	return (JSON.parse(text) as { runtime: ProcessIdentity | null }).runtime;
}
