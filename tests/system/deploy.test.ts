import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";

const run = promisify(execFile);
const BINDINGS = [
	"VIDEO_ANALYSIS",
	"PROVIDER_CALLER",
	"DAY_LEDGER",
	"SOURCE_LIMITER",
	"NOTIFICATION_BELL",
	"QUOTA",
	"DB",
	"ASSETS",
];
/** The modules beside the bundle, by the type that the runtime expects. */
const MODULES = [
	["index_bg.wasm", "compiled-wasm"],
	["serif-latin.ttf", "buffer"],
	["serif-latin-ext.ttf", "buffer"],
	["serif-cyrillic.ttf", "buffer"],
	["sans-latin.ttf", "buffer"],
];
/** The size limit of a worker on any plan that allows password hashing. */
const MOST_KB = 10 * 1024;

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "deployment-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Wrangler's output, and the folder with what it would upload. */
async function dryRun(environment: string) {
	const out = join(folder, environment || "site");
	const { stdout } = await run(
		process.execPath,
		[
			join(layout.root, "node_modules/wrangler/bin/wrangler.js"),
			"deploy",
			"--dry-run",
			`--outdir=${out}`,
			`--env=${environment}`,
		],
		{
			cwd: layout.root,
			env: { ...process.env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" },
		},
	);
	return { said: stdout, out };
}

describe.each(["", "staging"])("deployment to %j", (environment) => {
	it("has every binding and uploads the tested bundle", async () => {
		const { said, out } = await dryRun(environment);
		for (const name of BINDINGS) expect(said).toContain(`env.${name}`);
		for (const [file, kind] of MODULES)
			expect(said).toMatch(new RegExp(`${file}\\s*│\\s*${kind}`));
		const [, gzip = "", unit] =
			/gzip: ([\d.]+) (KiB|MiB)/.exec(said) ?? expect.fail(said);
		expect(Number(gzip) * (unit === "MiB" ? 1024 : 1)).toBeLessThan(MOST_KB);
		const sent = await readFile(join(out, "index.js"));
		expect(sent.equals(await readFile(layout.workerBundle))).toBe(true);
	});
});
