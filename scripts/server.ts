import { resolve } from "node:path";
import type { D1Database } from "@cloudflare/workers-types/2023-07-01";
import type { WorkerOptions } from "miniflare";
import { everyMinute } from "./cron.ts";
import { type DataLock, lockDataFolder } from "./data-lock.ts";
import { layout } from "./layout.ts";
import { migrateEmbedded } from "./migrate-embedded.ts";
import { migrateLibsql } from "./migrate-libsql.ts";
import { miniflareOptions, readBuiltConfig } from "./miniflare-options.ts";
import type { Environment } from "./read-environment.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import { type Address, requireFreePort } from "./server-address.ts";
import { type Health, waitUntilHealthy } from "./wait-until-healthy.ts";
import type { WorkerConfig } from "./worker-config.ts";
import { workerVariables } from "./worker-variables.ts";

export type ServerOptions = {
	/** The worker's variables; what is not among its settings is left out. */
	env?: Environment;
	/** Default: .data in the project. One server at a time may have it. */
	dataDir?: string;
	/** Default 0: a free port. */
	port?: number;
	/** Default 127.0.0.1. */
	host?: string;
	/** The npm whose server this is: without it, the next start may expect this one to go. */
	launcherPid?: number | undefined;
	/** False: nothing is done every minute but by `runScheduled`. Default true. */
	clock?: boolean;
	/** Gets each line the worker prints. Default: dropped. */
	print?: (line: string) => void;
	/** A worker that runs beside the product in the same runtime, with an address of its own. */
	beside?: WorkerOptions;
};

export type RunningServer = {
	/** Without a slash at the end. */
	url: string;
	health: Health;
	/** Resolves when workerd has ended, by itself or by `stop`. */
	ended: Promise<unknown>;
	database: () => Promise<D1Database>;
	/** Of the worker beside the product. */
	addressBeside: () => Promise<URL>;
	/** What the platform's clock does every minute, now or as if it were `at`. */
	runScheduled: (at?: Date) => Promise<void>;
	stop: () => Promise<void>;
};

async function runScheduled(
	runtime: Runtime,
	config: WorkerConfig,
	at: Date,
): Promise<void> {
	const worker = await runtime.miniflare.getWorker();
	for (const cron of config.crons)
		await worker.scheduled({ cron, scheduledTime: at });
}

async function serve(
	runtime: Runtime,
	config: WorkerConfig,
	lock: DataLock,
	{ clock = true, print = () => {}, beside }: ServerOptions,
): Promise<RunningServer> {
	const health = await waitUntilHealthy(() =>
		runtime.miniflare.dispatchFetch(new URL("/api/health", runtime.url).href),
	);
	const scheduled = (at = new Date()) => runScheduled(runtime, config, at);
	const stopCron = clock ? everyMinute(() => scheduled(), print) : () => {};
	let stopped: Promise<void> | undefined;
	const stop = async () => {
		stopCron();
		await runtime.stop();
		lock.release();
	};
	return {
		url: `http://localhost:${runtime.url.port}`,
		health,
		ended: runtime.ended,
		database: () => runtime.miniflare.getD1Database("DB"),
		addressBeside: () => runtime.miniflare.unsafeGetDirectURL(beside?.name),
		runScheduled: scheduled,
		stop: () => (stopped ??= stop()),
	};
}

/**
 * Serves the built product on a data folder of its own. Throws StartError when it cannot, and
 * leaves nothing running then.
 */
export async function startServer(
	options: ServerOptions = {},
): Promise<RunningServer> {
	const { host = "127.0.0.1", port = 0, print = () => {} } = options;
	const address: Address = { host, port };
	const variables = workerVariables(options.env ?? {});
	const config = await readBuiltConfig();
	const data_dir = resolve(options.dataDir ?? layout.data);
	const lock = await lockDataFolder(data_dir, options.launcherPid);
	let runtime: Runtime | undefined;
	try {
		await requireFreePort(address);
		await migrateEmbedded(config, data_dir, lock, print);
		if (variables.LIBSQL_URL)
			await migrateLibsql(variables.LIBSQL_URL, variables.LIBSQL_AUTH_TOKEN);
		const product = miniflareOptions(config, address, data_dir, variables);
		const { beside } = options;
		runtime = await startRuntime(
			beside ? { ...product, workers: [product, beside] } : product,
			lock,
			print,
		);
		return await serve(runtime, config, lock, options);
	} catch (error) {
		await runtime?.stop();
		lock.release();
		throw error;
	}
}
