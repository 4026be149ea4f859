import { expect, it } from "vitest";
import { parseEnvironmentName } from "#scripts/deploy.ts";

it.each([
	[[], ""],
	[["--dry-run"], ""],
	[["--env", "staging"], "staging"],
	[["--env=staging", "--dry-run"], "staging"],
	[["-e", "staging"], "staging"],
	[["--env="], ""],
	[["--env"], ""],
])("the environment of %j is %j", (args, environment) => {
	expect(parseEnvironmentName(args)).toBe(environment);
});
