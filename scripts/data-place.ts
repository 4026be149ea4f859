import { resolve } from "node:path";
import { type Client, createClient } from "@libsql/client/web";
import { layout } from "./layout.ts";
import {
	type Environment,
	mergeEnvironment,
	readEnvFile,
} from "./read-environment.ts";
import { workerVariables } from "./worker-variables.ts";

export type DataPlace = { data_dir: string } | { libsql: Client };

/**
 * Where `npm start` keeps what must not be lost: its data folder, or the libSQL database that
 * LIBSQL_URL names. What the folder holds beside such a database (runs under way, the limits'
 * counts) is made anew.
 */
export function dataPlace(
	env: Environment = mergeEnvironment(readEnvFile(layout.envFile), process.env),
): DataPlace {
	const { LIBSQL_URL: url, LIBSQL_AUTH_TOKEN: authToken } =
		workerVariables(env);
	if (!url) return { data_dir: resolve(env.DATA_DIR ?? layout.data) };
	return { libsql: createClient(authToken ? { url, authToken } : { url }) };
}
