import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

export type Environment = Record<string, string | undefined>;

/**
 * The variables of an .env file's text, under those the process has. What is empty counts as
 * unset; an empty variable of the process so takes the file's away.
 */
export function mergeEnvironment(
	file: string,
	process_env: Environment,
): Environment {
	const merged = Object.entries({ ...parseEnv(file), ...process_env });
	return Object.fromEntries(merged.filter(([, value]) => value?.trim()));
}

/** The names that an .env file sets and nothing reads: most likely misspelt. */
export function unknownNames(file: string, known: readonly string[]): string[] {
	return Object.keys(parseEnv(file)).filter((name) => !known.includes(name));
}

export function readEnvFile(path: string): string {
	return existsSync(path) ? readFileSync(path, "utf8") : "";
}
