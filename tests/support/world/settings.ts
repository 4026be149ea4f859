import { parseVariables, type Settings } from "#worker/env.ts";

/** Throws if a variable is invalid. */
export function requireSettings(variables: object): Settings {
	const parsed = parseVariables(variables);
	if (parsed.ok) return parsed.settings;
	throw new Error(JSON.stringify(parsed.errors));
}
