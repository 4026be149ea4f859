import { resolve } from "node:path";
import { buildIfStale } from "./build.ts";
import { readCommandLine } from "./command-line.ts";
import { backUpData, restoreData } from "./data/folder-backup.ts";
import { backUpLibsql, restoreLibsql } from "./data/libsql-backup.ts";
import { lockDataFolder } from "./data/lock.ts";
import { migrateEmbedded, migrateLibsql } from "./data/migrations.ts";
import { layout } from "./layout.ts";
import { dataPlace, mergeEnvironment, readEnvFile, workerVariables } from "./server/environment.ts";
import { StartError } from "./server/process.ts";
import { readBuiltConfig } from "./server/runtime.ts";

/**
 * `npm run migrate`, `npm run backup -- FILE` and `npm run restore -- FILE`. They use the libSQL
 * database if LIBSQL_URL is set, otherwise the data folder.
 */

/** Applies the pending migrations without starting the server. `npm start` applies them too. */
async function migrate(): Promise<string> {
	const env = mergeEnvironment(readEnvFile(layout.envFile), process.env);
	const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = workerVariables(env);
	if (LIBSQL_URL) await migrateLibsql(LIBSQL_URL, LIBSQL_AUTH_TOKEN);
	else await migrateFolder(resolve(env.DATA_DIR ?? layout.data));
	return "The database is up to date.";
}

async function migrateFolder(data_dir: string): Promise<void> {
	await buildIfStale(["worker"]);
	const lock = await lockDataFolder(data_dir);
	try {
		const config = await readBuiltConfig();
		await migrateEmbedded(config, data_dir, lock, console.log);
	} finally {
		lock.release();
	}
}

/** The backup of a data folder includes the storage of the objects. */
async function backup(given: string | undefined): Promise<string> {
	if (!given) throw new StartError("Name the file to write: npm run backup -- FILE");
	const file = resolve(given);
	const place = dataPlace();
	if ("data_dir" in place) await buildIfStale(["worker"]);
	const { videos, members, votes } =
		"data_dir" in place
			? await backUpData(place.data_dir, file)
			: await backUpLibsql(place.libsql, file);
	return `Backed up to ${file}: ${videos} videos, ${members} members, ${votes} votes.`;
}

/** Restores only into an empty database or folder, so that nothing is overwritten. */
async function restore(given: string | undefined, options: Options): Promise<string> {
	if (!given) throw new StartError("Name the backup to restore: npm run restore -- FILE");
	if (!options["shows-hidden-again"])
		throw new StartError(
			"What was taken down after this backup was made would be shown again. Restore where nobody else reaches the site, and take that down again before they do: docs/operations.md, Taking down. To go on, add --shows-hidden-again.",
		);
	const file = resolve(given);
	const place = dataPlace();
	if ("data_dir" in place) await buildIfStale(["worker"]);
	const { made_at, videos, members, votes } =
		"data_dir" in place
			? await restoreData(file, place.data_dir)
			: await restoreLibsql(file, place.libsql);
	return `Restored the backup of ${made_at}: ${videos} videos, ${members} members, ${votes} votes.`;
}

type Options = { "shows-hidden-again"?: boolean | undefined };

const commands: Record<string, (given: string | undefined, options: Options) => Promise<string>> = {
	migrate,
	backup,
	restore,
};

const USAGE = `npm run migrate
npm run backup -- FILE
npm run restore -- FILE --shows-hidden-again

  migrate  applies the pending migrations, as npm start does
  backup   writes everything that is stored to FILE
  restore  reads FILE into an empty database or folder; what was taken down since is shown again

They use the libSQL database of LIBSQL_URL if it is set, otherwise the data folder (DATA_DIR).`;

try {
	const { positionals, values } = readCommandLine(USAGE, {
		allowPositionals: true,
		options: { "shows-hidden-again": { type: "boolean" } },
	});
	const [name = "", given, ...others] = positionals;
	const command = commands[name];
	if (!command || others.length > 0) throw new StartError(USAGE);
	console.log(await command(given, values));
} catch (error) {
	console.error(error instanceof StartError ? error.message : error);
	process.exitCode = 1;
}
