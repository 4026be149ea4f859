import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { answerHelp } from "../command-line.ts";
import { layout } from "../layout.ts";

/** Runs every check that needs no test, until one fails. */

const USAGE = `npm run check
npm run types

  check  format, lint, import rules, page weight, browsers, lockfile, dead code, types
  types  types alone`;

/** What was checked before is kept, so that only what has changed since is checked again. */
const TYPES = ["worker", "web", "extension", "tests"].map(
	(folder) =>
		`tsc -p ${folder}/tsconfig.json --incremental --tsBuildInfoFile node_modules/.cache/tsc/${folder}.json`,
);
const CHECKS = [
	"biome check --error-on-warnings .",
	"node scripts/checks/boundaries.mjs",
	"tsx scripts/checks/budgets.ts",
	"tsx scripts/checks/browsers.ts",
	"lockfile-lint",
	"knip",
	...TYPES,
];

answerHelp(USAGE);
const PATH = [join(layout.root, "node_modules/.bin"), process.env.PATH].join(
	process.platform === "win32" ? ";" : ":",
);
for (const command of process.argv.includes("types") ? TYPES : CHECKS) {
	const run = { cwd: layout.root, env: { ...process.env, PATH }, shell: true };
	const { status } = spawnSync(command, { ...run, stdio: "inherit" });
	if (status === 0) continue;
	console.error(`Failed: ${command}`);
	process.exit(1);
}
