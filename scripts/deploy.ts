import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { layout } from "./layout.ts";
import { environmentOf } from "./wrangler-environment.ts";

const node = (...args: string[]) =>
	execFileSync(process.execPath, args, { cwd: layout.root, stdio: "inherit" });
const wrangler = (...args: string[]) =>
	node(join(layout.root, "node_modules/wrangler/bin/wrangler.js"), ...args);
const script = (name: string) =>
	node("--import", "tsx", join(layout.root, "scripts", name));

/**
 * Builds, brings the database up to date and deploys, in this order: a new
 * worker never meets an old database. What is given goes to `wrangler deploy`;
 * with LIBSQL_URL in the environment the migrations go there instead of to D1.
 */
const args = process.argv.slice(2);
const environment = environmentOf(args);
script("build.ts");
if (!args.includes("--dry-run")) {
	if (process.env.LIBSQL_URL) script("migrate.ts");
	else
		wrangler(
			"d1",
			"migrations",
			"apply",
			"DB",
			"--remote",
			`--env=${environment}`,
		);
}
wrangler("deploy", ...args, ...(environment === "" ? ["--env="] : []));
