import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "#tests/support/world/browser.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { countTests } from "./count-tests.ts";
import { layout } from "./layout.ts";
import { memoryFolder } from "./memory-folder.ts";
import { wantedProjects } from "./wanted-projects.ts";

/** Runs vitest with the given arguments; answers its exit code and its report. */
async function runVitest(args: string[]): Promise<[number, unknown]> {
	const folder = await mkdtemp(join(tmpdir(), "test-report-"));
	const report_path = join(folder, "report.json");
	const child = spawn(
		process.execPath,
		[
			join(layout.root, "node_modules/vitest/vitest.mjs"),
			"run",
			"--config",
			join(layout.root, "tests/vitest.config.ts"),
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${report_path}`,
			...args,
		],
		{
			cwd: layout.root,
			stdio: ["ignore", "inherit", "inherit"],
			// A build before this one has said "production", where React cannot be tested.
			env: { ...process.env, ...engine, NODE_ENV: "test" },
		},
	);
	const [code] = await once(child, "exit");
	const text = await readFile(report_path, "utf8").catch(() => "null");
	await rm(folder, { recursive: true });
	return [code ?? 1, JSON.parse(text)];
}

// Tests start hundreds of databases, and none of them is to be kept.
const memory = await memoryFolder();
if (memory !== null) process.env.TMPDIR ??= memory;
/** With --libsql, and where LIBSQL_URL is set, every product has a libSQL database of its own. */
const ON_LIBSQL = "--libsql";
/** Kills, chaos, hostile texts, back-ups, a deployment and the second engine, instead of the rest. */
const SYSTEM = "--system";
const on_libsql =
	process.argv.includes(ON_LIBSQL) || Boolean(process.env.LIBSQL_URL?.trim());
// One server for all of the products would show each the others' rows.
const engine = on_libsql ? { TEST_ENGINE: "libsql", LIBSQL_URL: "" } : {};
if (on_libsql) console.log("Each product has a libSQL database of its own.");
const { projects, args } = wantedProjects(
	process.argv.slice(2).filter((arg) => ![ON_LIBSQL, SYSTEM].includes(arg)),
	process.argv.includes(SYSTEM) ? "system" : "test",
);
if (projects.some((name) => !["unit", "web"].includes(name)))
	await buildIfStale();
// Unpacked once, before several files want it at the same time.
if (projects.includes("e2e") || projects.includes("system"))
	console.log(`Browser: ${(await findChromium()).executablePath}`);
const [code, report] = await runVitest(args);
const { passed, failed } = countTests(report);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = code === 0 && failed === 0 ? 0 : 1;
