import { relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildIfStale } from "./build.ts";
import { layout } from "./layout.ts";
import {
	KNOWN_VARIABLES,
	mergeEnvironment,
	missingContact,
	readEnvFile,
	serverAddress,
	unknownNames,
	workerVariables,
} from "./server/environment.ts";
import {
	launcherPid,
	leaveWithLauncher,
	onStopSignal,
	StartError,
} from "./server/process.ts";
import { type RunningServer, startServer } from "./server/server.ts";

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
	for (const name of unknownNames(file, KNOWN_VARIABLES))
		console.warn(`.env sets ${name}, which is not a known setting.`);
	const env = mergeEnvironment(file, process.env);
	const address = serverAddress(env);
	// Checked before the build, so that a mistake in .env is reported immediately.
	workerVariables(env);
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
	await server.ended;
	// Ctrl-C reaches workerd at the same time as this process.
	await sleep(signal_skew_ms);
	if (asked_to_stop) return;
	await server.stop();
	throw new StartError(
		"workerd ended by itself. What was stored is safe; start again.",
	);
}

try {
	await main();
} catch (error) {
	console.error(error instanceof StartError ? error.message : error);
	process.exit(1);
}
