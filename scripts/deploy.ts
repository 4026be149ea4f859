import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { layout } from "./layout.ts";
import { isMain } from "./server/process.ts";

const node = (...args: string[]) =>
	execFileSync(process.execPath, args, { cwd: layout.root, stdio: "inherit" });
const wrangler = (...args: string[]) =>
	node(join(layout.root, "node_modules/wrangler/bin/wrangler.js"), ...args);
const script = (name: string, ...args: string[]) =>
	node("--import", "tsx", join(layout.root, "scripts", name), ...args);

/** The wrangler.toml environment that the arguments select; "" for the default one. */
export function parseEnvironmentName(args: readonly string[]): string {
	const at = args.findIndex((arg) => /^(--env|-e)(=|$)/.test(arg));
	if (at === -1) return "";
	const arg = args[at] ?? "";
	return arg.includes("=") ? arg.slice(arg.indexOf("=") + 1) : (args[at + 1] ?? "");
}

/**
 * Builds, deploys the worker that reads PDF documents, migrates the database and deploys the main
 * worker, in this order, so that a new worker never runs without its service or on an old database.
 * The arguments are passed to `wrangler deploy` of the main worker; the other one gets the
 * environment and `--dry-run` alone. With LIBSQL_URL in the environment, the migrations are applied
 * there instead of to D1.
 */
function deploy(args: string[]): void {
	const environment = parseEnvironmentName(args);
	const dry_run = args.includes("--dry-run");
	script("build.ts");
	wrangler(
		"deploy",
		`--config=${layout.pdfWranglerConfig}`,
		`--env=${environment}`,
		...(dry_run ? ["--dry-run"] : []),
	);
	if (!dry_run) {
		if (process.env.LIBSQL_URL) script("data.ts", "migrate");
		else wrangler("d1", "migrations", "apply", "DB", "--remote", `--env=${environment}`);
	}
	wrangler("deploy", ...args, ...(environment === "" ? ["--env="] : []));
}

if (isMain(import.meta.url)) deploy(process.argv.slice(2));
