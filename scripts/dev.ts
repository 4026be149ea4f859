import { createServer as createTcpServer } from "node:net";
import { join, sep } from "node:path";
import { createServer } from "vite";
import { layout, workerSources } from "./layout.ts";
import { launcherPid, leaveWithLauncher } from "./leave-with-launcher.ts";
import { onStopSignal } from "./on-stop-signal.ts";
import { mergeEnvironment, readEnvFile } from "./read-environment.ts";
import { RestartingWorker } from "./restarting-worker.ts";
import { requireFreePort, serverAddress } from "./server-address.ts";

/**
 * Vite serves the pages and replaces what changes in the open browser; the API behind it is the
 * real worker, started anew when its sources change.
 */

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createTcpServer();
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() =>
				typeof address === "object" && address
					? resolve(address.port)
					: reject(new Error("no free port")),
			);
		});
	});
}

leaveWithLauncher(launcherPid());
const address = serverAddress(
	mergeEnvironment(readEnvFile(layout.envFile), process.env),
);
await requireFreePort(address);
const api_port = await freePort();
const worker = new RestartingWorker(api_port);
await worker.restart();

const vite = await createServer({
	configFile: layout.viteConfig,
	server: {
		...address,
		strictPort: true,
		fs: { allow: ["web", "worker/contract", "node_modules"].map(inRoot) },
		proxy: { "/api": `http://127.0.0.1:${api_port}` },
	},
});

function inRoot(path: string): string {
	return join(layout.root, path);
}

const watched = [...workerSources, "migrations", ".env"].map(inRoot);
vite.watcher.add(watched);
vite.watcher.on("all", (_event, file) => {
	if (watched.some((path) => file === path || file.startsWith(path + sep)))
		worker.restartSoon();
});
await vite.listen();
onStopSignal(async () => {
	await worker.stop();
	await vite.close();
});
console.log(`Ready on ${vite.resolvedUrls?.local[0]}`);
