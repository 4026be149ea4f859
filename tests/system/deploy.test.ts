import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { layout } from "#scripts/layout.ts";

const run = promisify(execFile);
const BINDINGS = [
	"VIDEO_ANALYSIS",
	"PROVIDER_CALLER",
	"DAY_LEDGER",
	"SOURCE_LIMITER",
	"PROVIDER_LIMITER",
	"NOTIFICATION_BELL",
	"QUOTA",
	"DB",
	"ASSETS",
	"PDF_READER",
];
/** The modules beside the bundle, by the type that the runtime expects. */
const MODULES = [
	["index_bg.wasm", "compiled-wasm"],
	["serif-latin.ttf", "buffer"],
	["serif-latin-ext.ttf", "buffer"],
	["serif-cyrillic.ttf", "buffer"],
	["sans-latin.ttf", "buffer"],
];
const ENV = { ...process.env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" };
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
		{ cwd: layout.root, env: ENV },
	);
	return { said: stdout, out };
}

describe("npm run deploy", () => {
	it("deploys the worker that reads PDF documents before the one that needs it", async () => {
		const { stdout } = await run(
			process.execPath,
			["--import", "tsx", "scripts/deploy.ts", "--dry-run", "--env=staging"],
			{ cwd: layout.root, env: ENV },
		);
		const [reader = "", main = "", ...others] = stdout.split("Total Upload").slice(1);
		expect(others).toEqual([]);
		expect(reader).toContain("No bindings found");
		expect(main).toContain("env.PDF_READER (bs-detector-pdf-reader-staging)");
	});
});

describe.each([
	["", "bs-detector-pdf-reader"],
	["staging", "bs-detector-pdf-reader-staging"],
])("the worker that reads PDF documents, deployed to %j", (name, expected) => {
	it("has a name, a limit of processor time, and no address", () => {
		const config = unstable_readConfig(
			{ config: layout.pdfWranglerConfig, env: name },
			{ hideWarnings: true },
		);
		expect(config).toMatchObject({
			name: expected,
			limits: { cpu_ms: 5_000 },
			workers_dev: false,
			preview_urls: false,
			main: layout.pdfWorker,
		});
		expect(config.routes ?? []).toEqual([]);
	});
});

describe.each(["", "staging"])("deployment to %j", (environment) => {
	it("has every binding and uploads the tested bundle", async () => {
		const { said, out } = await dryRun(environment);
		for (const name of BINDINGS) expect(said).toContain(`env.${name}`);
		for (const [file, kind] of MODULES) expect(said).toMatch(new RegExp(`${file}\\s*│\\s*${kind}`));
		const [, gzip = "", unit] = /gzip: ([\d.]+) (KiB|MiB)/.exec(said) ?? expect.fail(said);
		expect(Number(gzip) * (unit === "MiB" ? 1024 : 1)).toBeLessThan(MOST_KB);
		const sent = await readFile(join(out, "index.js"));
		expect(sent.equals(await readFile(layout.workerBundle))).toBe(true);
	});
});
