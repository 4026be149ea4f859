import { execFileSync } from "node:child_process";
import { join } from "node:path";
import * as z from "zod";
import { answerHelp } from "./command-line.ts";
import { readMigrations } from "./data/migrations.ts";
import { readSchema, refuseOldSchema } from "./data/schema.ts";
import { layout } from "./layout.ts";
import { isMain, StartError } from "./server/process.ts";

const node = (...args: string[]) =>
	execFileSync(process.execPath, args, { cwd: layout.root, stdio: "inherit" });
const WRANGLER = join(layout.root, "node_modules/wrangler/bin/wrangler.js");
const wrangler = (...args: string[]) => node(WRANGLER, ...args);
const script = (name: string, ...args: string[]) =>
	node("--import", "tsx", join(layout.root, "scripts", name), ...args);

/** The wrangler.toml environment that the arguments select; "" for the default one. */
export function parseEnvironmentName(args: readonly string[]): string {
	const at = args.findIndex((arg) => /^(--env|-e)(=|$)/.test(arg));
	if (at === -1) return "";
	const arg = args[at] ?? "";
	return arg.includes("=") ? arg.slice(arg.indexOf("=") + 1) : (args[at + 1] ?? "");
}

const Answer = z.tuple([z.object({ results: z.array(z.object({ name: z.string() })) })]);

/**
 * Throws StartError if the D1 database has the schema of a version before the first release. `where`
 * are wrangler's arguments that select the database.
 */
export async function refuseOldD1(...where: string[]): Promise<void> {
	const { applied } = await readSchema(async (query) => {
		const args = ["d1", "execute", "DB", ...where, "--json", "--yes", `--command=${query}`];
		const output = execFileSync(process.execPath, [WRANGLER, ...args], {
			cwd: layout.root,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "inherit"],
		});
		return Answer.parse(JSON.parse(output))[0].results.map(({ name }) => name);
	});
	refuseOldSchema(
		"The D1 database",
		applied,
		readMigrations(layout.migrations),
		"create another database and put its id into wrangler.toml",
	);
}

/**
 * Builds, deploys the worker that reads PDF documents, migrates the database and deploys the main
 * worker, in this order, so that a new worker never runs without its service or on an old database.
 * The arguments are passed to `wrangler deploy` of the main worker; the other one gets the
 * environment and `--dry-run` alone. With LIBSQL_URL in the environment, the migrations are applied
 * there instead of to D1.
 */
async function deploy(args: string[]): Promise<void> {
	const environment = parseEnvironmentName(args);
	const dry_run = args.includes("--dry-run");
	const migrates_d1 = !dry_run && !process.env.LIBSQL_URL;
	for (const line of describePlan(environment, dry_run)) console.log(line);
	if (migrates_d1) await refuseOldD1("--remote", `--env=${environment}`);
	script("build.ts");
	wrangler(
		"deploy",
		`--config=${layout.pdfWranglerConfig}`,
		`--env=${environment}`,
		...(dry_run ? ["--dry-run"] : []),
	);
	if (migrates_d1) wrangler("d1", "migrations", "apply", "DB", "--remote", `--env=${environment}`);
	else if (!dry_run) script("data.ts", "migrate");
	wrangler("deploy", ...args, ...(environment === "" ? ["--env="] : []));
}

/** What a deployment is going to do, a line each. */
export function describePlan(environment: string, dry_run: boolean): string[] {
	const database = process.env.LIBSQL_URL ? "the libSQL database of LIBSQL_URL" : "D1";
	const steps = [
		"build the web app and the workers",
		"deploy the worker that reads PDF documents",
		...(dry_run ? [] : [`apply the pending migrations to ${database}`]),
		"deploy the main worker with the web app",
	];
	return [
		`${dry_run ? "Dry run: nothing is uploaded" : "Deployment"}${environment && `, environment ${environment}`}.`,
		...steps.map((step, at) => `${at + 1}. ${step}`),
	];
}

const USAGE = `npm run deploy [-- --env NAME] [-- --dry-run]

Builds, deploys the worker that reads PDF documents, applies the pending migrations (to the libSQL
database of LIBSQL_URL if it is set, otherwise to D1) and deploys the main worker.
  --env      an environment of wrangler.toml
  --dry-run  builds and checks, and uploads nothing
Other arguments are passed to "wrangler deploy" of the main worker.`;

if (isMain(import.meta.url)) {
	answerHelp(USAGE);
	await deploy(process.argv.slice(2)).catch((error: unknown) => {
		if (!(error instanceof StartError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	});
}
