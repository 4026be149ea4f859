import { resolve } from "node:path";
import { buildIfStale } from "./build-if-stale.ts";
import { lockDataFolder } from "./data-lock.ts";
import { layout } from "./layout.ts";
import { migrateEmbedded } from "./migrate-embedded.ts";
import { migrateLibsql } from "./migrate-libsql.ts";
import { readBuiltConfig } from "./miniflare-options.ts";
import {
	type Environment,
	mergeEnvironment,
	readEnvFile,
} from "./read-environment.ts";
import { StartError } from "./start-error.ts";
import { workerVariables } from "./worker-variables.ts";

/**
 * Applies the waiting migrations without serving: to the libSQL database if LIBSQL_URL names
 * one, else to the embedded one. `npm start` does the same by itself.
 */

async function migrateFolder(env: Environment): Promise<void> {
	await buildIfStale(["worker"]);
	const data_dir = resolve(env.DATA_DIR ?? layout.data);
	const lock = await lockDataFolder(data_dir);
	try {
		const config = await readBuiltConfig();
		await migrateEmbedded(config, data_dir, lock, console.log);
	} finally {
		lock.release();
	}
}

try {
	const env = mergeEnvironment(readEnvFile(layout.envFile), process.env);
	const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = workerVariables(env);
	if (LIBSQL_URL) await migrateLibsql(LIBSQL_URL, LIBSQL_AUTH_TOKEN);
	else await migrateFolder(env);
	console.log("The database is up to date.");
} catch (error) {
	console.error(error instanceof StartError ? error.message : error);
	process.exitCode = 1;
}
