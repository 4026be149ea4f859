import { relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { D1Database } from "@cloudflare/workers-types/2023-07-01";
import type { WorkerOptions } from "miniflare";
import * as z from "zod";
import { retirementWarnings } from "#features/raters/panel.ts";
import { operatorHosts } from "#outbound/operator-hosts.ts";
import { buildIfStale } from "./build.ts";
import { answerHelp } from "./command-line.ts";
import { fullDisk, refuseDamagedDatabase } from "./data/damage.ts";
import { lockDataFolder } from "./data/lock.ts";
import { migrateEmbedded, migrateLibsql, readMigrations } from "./data/migrations.ts";
import { layout } from "./layout.ts";
import {
	type Address,
	type Environment,
	KNOWN_VARIABLES,
	mergeEnvironment,
	missingContact,
	onlyThisMachine,
	ownNames,
	readEnvFile,
	requireFreePort,
	requireOwnAddress,
	serverAddress,
	unknownNames,
	withStoredKey,
	workerSettings,
	workerVariables,
} from "./server/environment.ts";
import { describeLocalModels, LOCAL_MODEL_HINT } from "./server/local-models.ts";
import { type NodeServices, startNodeServices } from "./server/node-service.ts";
import { answerPdf } from "./server/pdf-reader.ts";
import { createPinnedFetch } from "./server/pinned-fetch.ts";
import {
	isMain,
	launcherPid,
	leaveWithLauncher,
	onStopSignal,
	StartError,
} from "./server/process.ts";
import { warnOfProviders } from "./server/provider-warnings.ts";
import {
	miniflareOptions,
	type Runtime,
	readBuiltConfig,
	startRuntime,
	type WorkerConfig,
} from "./server/runtime.ts";
import { INGRESS, INTERNAL_ADDRESS, ingressWorker } from "./server/sealed-runtime.ts";

/** Starts the built product: for `npm start`, for `npm run dev` and for the tests. */

type ServerOptions = {
	/** The worker's variables; unknown ones are ignored. */
	env?: Environment;
	/** Default: .data in the project. One server at a time may use it. */
	dataDir?: string;
	/** Default 0: a free port. */
	port?: number;
	/** Default 127.0.0.1. */
	host?: string;
	/**
	 * The npm process that started this server. If it is missing, the next start assumes that this
	 * server ends by itself.
	 */
	launcherPid?: number | undefined;
	/** If false, the scheduled jobs run only when `runScheduled` is called. Default true. */
	clock?: boolean;
	/** Receives each line that the worker prints. Default: output is dropped. */
	print?: (line: string) => void;
	/** A second worker in the same runtime with its own address. */
	beside?: WorkerOptions;
};

export type RunningServer = {
	/** Without a trailing slash. */
	url: string;
	health: Health;
	/** Resolves when workerd has ended, by itself or by `stop`. */
	ended: Promise<unknown>;
	database: () => Promise<D1Database>;
	/** The address of the second worker. */
	addressBeside: () => Promise<URL>;
	/** Runs the jobs of every minute, with the current time or with `at`. */
	runScheduled: (at?: Date) => Promise<void>;
	stop: () => Promise<void>;
};

async function runScheduled(runtime: Runtime, config: WorkerConfig, at: Date): Promise<void> {
	const worker = await runtime.miniflare.getWorker();
	for (const cron of config.crons) await worker.scheduled({ cron, scheduledTime: at });
}

async function serve(
	runtime: Runtime,
	config: WorkerConfig,
	end: () => Promise<void>,
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
		await end();
	};
	const { port } = await runtime.miniflare.unsafeGetDirectURL(INGRESS);
	return {
		url: `http://localhost:${port}`,
		health,
		ended: runtime.ended,
		database: () => runtime.miniflare.getD1Database("DB"),
		addressBeside: () => runtime.miniflare.unsafeGetDirectURL(beside?.name),
		runScheduled: scheduled,
		stop: () => (stopped ??= stop()),
	};
}

/**
 * Serves the built product on its own data folder. If it cannot start, throws StartError and
 * leaves no process running.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
	const data_dir = resolve(options.dataDir ?? layout.data);
	try {
		return await startIn(data_dir, options);
	} catch (error) {
		throw fullDisk(error, data_dir) ?? error;
	}
}

async function startIn(data_dir: string, options: ServerOptions): Promise<RunningServer> {
	const { host = "127.0.0.1", port = 0, print = () => {} } = options;
	const address: Address = { host, port };
	const variables = workerVariables(options.env ?? {});
	requireOwnAddress(variables, address);
	const trusted_hosts = operatorHosts(workerSettings(variables));
	const config = await readBuiltConfig();
	const lock = await lockDataFolder(data_dir, options.launcherPid);
	let runtime: Runtime | undefined;
	let services: NodeServices | undefined;
	const end = async () => {
		await runtime?.stop();
		await services?.close();
		lock.release();
	};
	try {
		await requireFreePort(address);
		await migrateEmbedded(config, data_dir, lock, print);
		if (variables.LIBSQL_URL)
			await migrateLibsql(variables.LIBSQL_URL, variables.LIBSQL_AUTH_TOKEN, data_dir);
		const product = miniflareOptions(
			config,
			INTERNAL_ADDRESS,
			data_dir,
			withStoredKey(variables, data_dir),
		);
		services = await startNodeServices({
			PDF_READER: answerPdf,
			PINNED_FETCH: createPinnedFetch({ trusted_hosts }),
		});
		product.serviceBindings = services.bindings;
		product.bindings = { ...product.bindings, ONLY_THIS_MACHINE: onlyThisMachine(variables, host) };
		const workers = [product, ingressWorker(config, address, ownNames(variables, host))];
		if (options.beside) workers.push(options.beside);
		runtime = await startRuntime({ ...product, workers }, lock, print);
		if (!variables.LIBSQL_URL) await requireDatabase(runtime, data_dir);
		return await serve(runtime, config, end, options);
	} catch (error) {
		await end();
		throw error;
	}
}

/** Asked of the server itself, because another one only for this would double the start time. */
async function requireDatabase({ miniflare }: Runtime, data_dir: string): Promise<void> {
	const d1 = await miniflare.getD1Database("DB");
	const migrations = readMigrations(layout.migrations);
	await refuseDamagedDatabase(d1, migrations, data_dir);
}

const minute_ms = 60_000;

/** Calls `run` every minute, but never twice at the same time. Returns a function that stops it. */
function everyMinute(run: () => Promise<void>, report: (line: string) => void): () => void {
	let running = false;
	const timer = setInterval(async () => {
		if (running) return;
		running = true;
		try {
			await run();
		} catch (error) {
			report(`The scheduled run failed: ${error}`);
		} finally {
			running = false;
		}
	}, minute_ms);
	return () => clearInterval(timer);
}

const Health = z.looseObject({ status: z.literal("ok"), mode: z.string() });
type Health = z.infer<typeof Health>;

const Problem = z.object({ detail: z.string() });

type Answer = { status: number; text: () => Promise<string> };

/** A worker that loads answers within a second, even on a slow machine. */
const patience_ms = 30_000;
const poll_ms = 50;

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/**
 * Polls the worker's health until it answers. An answer that is not a health report is final:
 * throws StartError with its detail, which names the invalid variable.
 */
async function waitUntilHealthy(ask: () => Promise<Answer>): Promise<Health> {
	const deadline = Date.now() + patience_ms;
	for (;;) {
		const answer = await ask().catch((error: unknown) => {
			if (Date.now() > deadline) throw new StartError(`The worker does not answer: ${error}`);
			return null;
		});
		if (answer) return judge(answer.status, parse(await answer.text()));
		await sleep(poll_ms);
	}
}

function judge(status: number, body: unknown): Health {
	const health = Health.safeParse(body);
	if (status === 200 && health.success) return health.data;
	const problem = Problem.safeParse(body);
	throw new StartError(
		problem.success
			? problem.data.detail
			: `GET /api/health answered ${status}: ${JSON.stringify(body).slice(0, 500)}`,
	);
}

const signal_skew_ms = 500;

function describe(server: RunningServer, data_dir: string): string {
	const inside = relative(layout.root, data_dir);
	const folder = inside.startsWith("..") ? data_dir : inside;
	return `Ready on ${server.url} (${server.health.mode} mode, data in ${folder})`;
}

async function main(): Promise<void> {
	const launcher_pid = launcherPid();
	leaveWithLauncher(launcher_pid);
	const file = readEnvFile(layout.envFile);
	for (const warning of unknownNames(file, process.env, KNOWN_VARIABLES)) console.warn(warning);
	const env = mergeEnvironment(file, process.env);
	const address = serverAddress(env);
	// Checked before the build, so that a mistake in .env is reported immediately.
	const settings = workerSettings(env);
	requireOwnAddress(env, address);
	const built = await buildIfStale();
	if (built.length > 0) console.log(`Built the ${built.join(" and the ")}.`);
	const data_dir = resolve(env.DATA_DIR ?? layout.data);
	const server = await startServer({
		...address,
		// In a terminal only warnings are useful; LOG_LEVEL=info shows everything.
		env: { LOG_LEVEL: "warn", ...env },
		dataDir: data_dir,
		launcherPid: launcher_pid,
		print: console.log,
	});
	let asked_to_stop = false;
	onStopSignal(() => {
		asked_to_stop = true;
		return server.stop();
	});
	console.log(describe(server, data_dir));
	const notice = missingContact(server.health.mode, env);
	if (notice !== null) console.warn(notice);
	const today = new Date().toISOString().slice(0, 10);
	for (const warning of retirementWarnings(settings, today)) console.warn(warning);
	if (server.health.mode === "live") void warnOfProviders(settings).catch(() => {});
	if (server.health.mode === "demo")
		for (const line of [LOCAL_MODEL_HINT, ...(await describeLocalModels())]) console.log(line);
	await server.ended;
	// Ctrl-C reaches workerd at the same time as this process.
	await sleep(signal_skew_ms);
	if (asked_to_stop) return;
	await server.stop();
	throw new StartError("workerd ended by itself. What was stored is safe; start again.");
}

const USAGE = `npm start

Installs the packages that the lockfile names, builds, applies migrations and serves the product on
http://localhost:8787 until Ctrl-C. Settings come from .env and the environment; .env.example lists
them, PORT, HOST and DATA_DIR among them.`;

if (isMain(import.meta.url))
	try {
		answerHelp(USAGE);
		await main();
	} catch (error) {
		console.error(error instanceof StartError ? error.message : error);
		process.exit(1);
	}
