import { resolve } from "node:path";
import { buildIfStale } from "./build-if-stale.ts";
import { layout } from "./layout.ts";
import { launcherPid } from "./leave-with-launcher.ts";
import { mergeEnvironment, readEnvFile } from "./read-environment.ts";
import { type RunningServer, startServer } from "./server.ts";

/** Editors write a file in several goes; a change is over when nothing happens for this long. */
const settle_ms = 150;

/** The worker on one port, built and started anew after each change; one turn at a time. */
export class RestartingWorker {
	readonly #port: number;
	#server: RunningServer | undefined;
	#turn: Promise<void> = Promise.resolve();
	#timer: NodeJS.Timeout | undefined;

	constructor(port: number) {
		this.#port = port;
	}

	async #begin(): Promise<void> {
		const env = mergeEnvironment(readEnvFile(layout.envFile), process.env);
		await buildIfStale(["worker", "reference"]);
		await this.#server?.stop();
		this.#server = await startServer({
			env,
			port: this.#port,
			dataDir: resolve(env.DATA_DIR ?? layout.data),
			launcherPid: launcherPid(),
			print: console.log,
		});
		console.log(`The worker is up (${this.#server.health.mode} mode).`);
	}

	/** A worker that does not build or start says why; the next change tries again. */
	restart(): Promise<void> {
		this.#turn = this.#turn
			.then(() => this.#begin())
			.catch((error: unknown) => {
				console.error(error instanceof Error ? error.message : error);
			});
		return this.#turn;
	}

	restartSoon(): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.restart(), settle_ms);
	}

	async stop(): Promise<void> {
		clearTimeout(this.#timer);
		await this.#turn;
		await this.#server?.stop();
	}
}
