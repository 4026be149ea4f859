import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join, resolve, sep } from "node:path";
import { createServer } from "vite";
import { buildIfStale, serveBookmarklet } from "./build.ts";
import { answerHelp } from "./command-line.ts";
import { layout, workerSources } from "./layout.ts";
import {
	mergeEnvironment,
	readEnvFile,
	requireFreePort,
	requireOwnAddress,
	serverAddress,
} from "./server/environment.ts";
import { launcherPid, leaveWithLauncher, onStopSignal } from "./server/process.ts";
import { type RunningServer, startServer } from "./start.ts";

/**
 * Vite serves the pages and updates the open browser when a file changes; the API is the real
 * worker, restarted when its sources change.
 */

const USAGE = `npm run dev

Serves the product on http://localhost:8787 (PORT) as npm start does. A change of the web app shows
at once; a change of the worker restarts it. Settings come from .env and the environment.`;

answerHelp(USAGE);

async function freePort(): Promise<number> {
	const server = createTcpServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}

/**
 * Editors write a file in several steps. A change counts as complete after this time without
 * events.
 */
const settle_ms = 150;

/** The worker on one port, rebuilt and restarted after each change, one restart at a time. */
class RestartingWorker {
	readonly #port: number;
	#server: RunningServer | undefined;
	#turn: Promise<void> = Promise.resolve();
	#timer: NodeJS.Timeout | undefined;

	constructor(port: number) {
		this.#port = port;
	}

	async #begin(): Promise<void> {
		const env = mergeEnvironment(readEnvFile(layout.envFile), process.env);
		await buildIfStale(["worker", "pages", "pdf_reader", "reference"]);
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

	/**
	 * Rebuilds and restarts. If that fails, the reason is printed and the next change tries again.
	 */
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

leaveWithLauncher(launcherPid());
const environment = mergeEnvironment(readEnvFile(layout.envFile), process.env);
const address = serverAddress(environment);
requireOwnAddress(environment, address);
await requireFreePort(address);
const api_port = await freePort();
const worker = new RestartingWorker(api_port);
await worker.restart();

const vite = await createServer({
	configFile: layout.viteConfig,
	plugins: [serveBookmarklet()],
	server: {
		...address,
		strictPort: true,
		fs: { allow: ["web", "worker/contract", "node_modules"].map(inRoot) },
		// Not the modules of web/api, which Vite serves below the same path.
		proxy: { "^/api/(?![^?]*\\.tsx?(?:\\?|$))": `http://127.0.0.1:${api_port}` },
	},
});

function inRoot(path: string): string {
	return join(layout.root, path);
}

const watched = [...workerSources, "migrations", ".env"].map(inRoot);
vite.watcher.add(watched);
vite.watcher.on("all", (_event, file) => {
	if (watched.some((path) => file === path || file.startsWith(path + sep))) worker.restartSoon();
});
await vite.listen();
onStopSignal(async () => {
	await worker.stop();
	await vite.close();
});
console.log(`Ready on ${vite.resolvedUrls?.local[0]}`);
