import { parseVariables, SETTING_NAMES } from "#worker/env.ts";
import type { Environment } from "./read-environment.ts";
import { StartError } from "./start-error.ts";

/** What the local server reads for itself; the worker never sees these. */
export const SERVER_VARIABLES = ["PORT", "HOST", "DATA_DIR"] as const;
/** What the tests read. */
export const TEST_VARIABLES = ["CHROME_PATH"] as const;

/** Every variable that anything here reads. */
export const KNOWN_VARIABLES: readonly string[] = [
	...SERVER_VARIABLES,
	...TEST_VARIABLES,
	...SETTING_NAMES,
];

/** The worker's share of an environment. Throws StartError with a line per bad variable. */
export function workerVariables(environment: Environment): Environment {
	const parsed = parseVariables(environment);
	if (!parsed.ok)
		throw new StartError(
			parsed.errors
				.map(({ variable, message }) => `${variable}: ${message}`)
				.join("\n"),
		);
	return Object.fromEntries(
		SETTING_NAMES.map((name) => [name, environment[name]]),
	);
}
