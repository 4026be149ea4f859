import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { findChromium } from "#tests/support/world/browser.ts";
import { buildIfStale } from "./build.ts";
import { layout } from "./layout.ts";
import { isMain } from "./server/process.ts";

/** Runs vitest with the given arguments; answers its exit code and its report. */
async function runVitest(
	args: string[],
	engine: Record<string, string>,
): Promise<[number, unknown]> {
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

const FOLDER = "/dev/shm";
/** The databases of the files that run at the same time, and a browser unpacked beside them. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Where the system offers memory as a folder, with room enough and leave to run
 * what lies there; null elsewhere. What is written to a disk waits for it, with
 * every transaction.
 */
async function memoryFolder(): Promise<string | null> {
	const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
	const options = mounts
		.split("\n")
		.map((line) => line.split(" "))
		.find(([_device, path]) => path === FOLDER)?.[3]
		?.split(",");
	if (options === undefined || options.includes("noexec")) return null;
	const { bavail, bsize } = await statfs(FOLDER);
	return bavail * bsize >= ENOUGH_BYTES ? FOLDER : null;
}

/** The part of vitest's JSON report that says how it went. */
const Report = z.object({
	testResults: z.array(
		z.object({
			status: z.string(),
			assertionResults: z.array(z.object({ status: z.string() })),
		}),
	),
});

type Counts = { passed: number; failed: number };

/**
 * Counts the tests of a report. A file that failed without a failed test, because it did not
 * load or clear up, counts as one failure. No report at all does too.
 */
export function countTests(report: unknown): Counts {
	const parsed = Report.safeParse(report);
	if (!parsed.success) return { passed: 0, failed: 1 };
	const counts = { passed: 0, failed: 0 };
	for (const file of parsed.data.testResults) {
		const failed = file.assertionResults.filter(
			({ status }) => status === "failed",
		).length;
		counts.passed += file.assertionResults.filter(
			({ status }) => status === "passed",
		).length;
		counts.failed += failed;
		if (file.status === "failed" && failed === 0) counts.failed += 1;
	}
	return counts;
}

/** The test projects of each tier: what every change is tried with, and what takes the product's surroundings apart. */
const TIERS = {
	test: ["unit", "web", "worker", "e2e"],
	system: ["system", "libsql"],
};
type Tier = keyof typeof TIERS;

/**
 * The test projects that a command line for vitest may run, and that command line: without a
 * project in it, it gets those of the tier.
 */
export function wantedProjects(
	args: string[],
	tier: Tier,
): { projects: string[]; args: string[] } {
	const named = args.flatMap((arg, index) => {
		if (arg === "--project") return [args[index + 1] ?? ""];
		return arg.startsWith("--project=") ? [arg.slice("--project=".length)] : [];
	});
	if (named.length === 0)
		return {
			projects: TIERS[tier],
			args: [...args, ...TIERS[tier].map((name) => `--project=${name}`)],
		};
	const all = Object.values(TIERS).flat();
	// A pattern such as "!web" is vitest's to understand; preparing too much does no harm.
	return {
		projects: named.every((name) => all.includes(name)) ? named : all,
		args,
	};
}

/** With --libsql, and if LIBSQL_URL is set, every product has a libSQL database of its own. */
const ON_LIBSQL = "--libsql";
/** Runs the system tier: kills, faults, hostile input, backups, a deployment, the second engine. */
const SYSTEM = "--system";

async function runTests(given: string[]): Promise<number> {
	// Tests start hundreds of databases, and none of them has to outlive its test.
	const memory = await memoryFolder();
	if (memory !== null) process.env.TMPDIR ??= memory;
	const on_libsql =
		given.includes(ON_LIBSQL) || Boolean(process.env.LIBSQL_URL?.trim());
	// If all products shared one server, each would see the rows of the others.
	const engine: Record<string, string> = on_libsql
		? { TEST_ENGINE: "libsql", LIBSQL_URL: "" }
		: {};
	if (on_libsql) console.log("Each product has a libSQL database of its own.");
	const { projects, args } = wantedProjects(
		given.filter((arg) => ![ON_LIBSQL, SYSTEM].includes(arg)),
		given.includes(SYSTEM) ? "system" : "test",
	);
	if (projects.some((name) => !["unit", "web"].includes(name)))
		await buildIfStale();
	// Unpacked once, before several files want it at the same time.
	if (projects.includes("e2e") || projects.includes("system"))
		console.log(`Browser: ${(await findChromium()).executablePath}`);
	const [code, report] = await runVitest(args, engine);
	const { passed, failed } = countTests(report);
	console.log(`\n${passed} passed, ${failed} failed`);
	return code === 0 && failed === 0 ? 0 : 1;
}

if (isMain(import.meta.url))
	process.exitCode = await runTests(process.argv.slice(2));
