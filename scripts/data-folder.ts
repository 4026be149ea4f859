import { resolve } from "node:path";
import { layout } from "./layout.ts";
import {
	type Environment,
	mergeEnvironment,
	readEnvFile,
} from "./read-environment.ts";
import { StartError } from "./start-error.ts";

/**
 * Where `npm start` keeps its data. Throws StartError where the database lies elsewhere: half of
 * the data would be missing, or be of another moment.
 */
export function dataFolder(
	env: Environment = mergeEnvironment(readEnvFile(layout.envFile), process.env),
): string {
	if (env.LIBSQL_URL)
		throw new StartError(
			"LIBSQL_URL names the database, so it is backed up and restored there. The data folder then holds the runs under way and the limits' counts alone.",
		);
	return resolve(env.DATA_DIR ?? layout.data);
}
