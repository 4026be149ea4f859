import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { parseVariables } from "#worker/env.ts";
import { layout } from "./layout.ts";
import { mergeEnvironment, readEnvFile } from "./server/environment.ts";
import { StartError } from "./server/process.ts";
import { loadReport } from "./verify-evidence/load-report.ts";
import { exitCode, verifyPages } from "./verify-evidence/verify-pages.ts";

/** Opens the pages of a report again, and looks for its quotes. docs/accuracy.md explains it. */

const USAGE = `npm run verify-evidence -- URL|FILE

  URL   a report on a running site, for example https://example.org/results/dQw4w9WgXcQ
  FILE  a report as a download: JSON from "Export" or /api/videos/{id}/export

Opens every cited page again by the rules of an analysis, and recomputes the hash of its text and
the places of its quotes. Exit code 0: every quote is on its page. 1: a quote is not, because its
page changed or is gone. 2: no quote is missing, but some pages could not be opened. 3: there is no
report to verify.`;

const NOTHING_VERIFIED = 3;

try {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { help: { type: "boolean", short: "h", default: false } },
	});
	const [from, ...others] = positionals;
	if (values.help) console.log(USAGE);
	else if (from === undefined || others.length > 0) throw new StartError(USAGE);
	else await verify(from);
} catch (error) {
	const known =
		error instanceof StartError ||
		(error instanceof TypeError && "code" in error);
	console.error(known ? error.message : error);
	process.exitCode = NOTHING_VERIFIED;
}

async function verify(from: string): Promise<void> {
	const env = mergeEnvironment(readEnvFile(layout.envFile), process.env);
	const parsed = parseVariables(env);
	if (!parsed.ok)
		throw new StartError(
			parsed.errors.map((it) => `${it.variable}: ${it.message}`).join("\n"),
		);
	const report = await loadReport(from, (file) => readFile(file, "utf8"));
	console.log(report.title);
	const verified = await verifyPages(report, parsed.settings, console.log);
	process.exitCode = exitCode(verified);
}
