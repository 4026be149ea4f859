import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod";
import { findChromium } from "#tests/support/world/browser.ts";
import { buildIfStale } from "./build.ts";
import { answerHelp } from "./command-line.ts";
import { layout } from "./layout.ts";
import { isMain } from "./server/process.ts";

/** Runs vitest with the given arguments; returns its exit code and its report. */
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
			// An earlier build may have set it to "production", which excludes React's test utilities.
			env: { ...process.env, ...engine, NODE_ENV: "test" },
		},
	);
	const [code] = await once(child, "exit");
	const text = await readFile(report_path, "utf8").catch(() => "null");
	await rm(folder, { recursive: true });
	return [code ?? 1, JSON.parse(text)];
}

const FOLDER = "/dev/shm";
/** Enough for the databases of test files that run in parallel, and an unpacked browser. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * The system's in-memory folder, if it is large enough and allows executables; otherwise null.
 * Used because every transaction would otherwise wait for a disk.
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

/** The part of vitest's JSON report that is read. */
const Report = z.object({
	testResults: z.array(
		z.object({
			/** The file's absolute path. */
			name: z.string(),
			status: z.string(),
			/** Why the file could not be loaded or cleaned up. */
			message: z.string().optional(),
			assertionResults: z.array(
				z.object({
					status: z.string(),
					fullName: z.string(),
					failureMessages: z.array(z.string()).nullish(),
				}),
			),
		}),
	),
});

/** Long enough for an assertion's message, short enough for one line of a log. */
const MESSAGE_CHARS = 300;

/** One line that tells which test failed and how. `message` may contain colours and a stack. */
function failureLine(path: string, name: string, message = ""): string {
	const [first = ""] = stripVTControlCharacters(message).trim().split("\n");
	return [relative(layout.root, path), name, first.slice(0, MESSAGE_CHARS)]
		.filter((part) => part !== "")
		.join(" | ");
}

type Summary = { passed: number; failures: string[] };

/**
 * The number of tests that passed and a line for each that failed. A file that failed without a
 * failed test, because it could not be loaded or cleaned up, is one failure. So is a missing report.
 */
export function summarize(report: unknown): Summary {
	const parsed = Report.safeParse(report);
	if (!parsed.success) return { passed: 0, failures: ["vitest ended without a report"] };
	const summary: Summary = { passed: 0, failures: [] };
	for (const file of parsed.data.testResults) {
		const failed = file.assertionResults.filter(({ status }) => status === "failed");
		summary.passed += file.assertionResults.filter(({ status }) => status === "passed").length;
		for (const { fullName, failureMessages } of failed)
			summary.failures.push(failureLine(file.name, fullName, failureMessages?.[0]));
		if (file.status === "failed" && failed.length === 0)
			summary.failures.push(failureLine(file.name, "", file.message));
	}
	return summary;
}

/**
 * The test projects of each tier: those for every change, and the slower ones, which visit every
 * screen or stop, starve or replace the product's dependencies.
 */
const TIERS = {
	test: ["unit", "web", "worker", "e2e"],
	system: ["growth", "screens", "system", "libsql"],
};
type Tier = keyof typeof TIERS;

/**
 * The selected test projects and vitest's arguments. If the arguments select no project, the
 * tier's projects are added.
 */
export function wantedProjects(args: string[], tier: Tier): { projects: string[]; args: string[] } {
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
	// vitest supports patterns such as "!web". Preparing too much is harmless.
	return { projects: named.every((name) => all.includes(name)) ? named : all, args };
}

/**
 * With --libsql, or if LIBSQL_URL is set, every product under test gets its own libSQL database.
 */
const ON_LIBSQL = "--libsql";
/** Runs the system tier: screens, kills, faults, hostile input, backups, a deployment, the second engine. */
const SYSTEM = "--system";

async function runTests(given: string[]): Promise<number> {
	// Tests start hundreds of databases, none of which has to survive its test.
	const memory = await memoryFolder();
	if (memory !== null) process.env.TMPDIR ??= memory;
	const on_libsql = given.includes(ON_LIBSQL) || Boolean(process.env.LIBSQL_URL?.trim());
	// If all products shared one server, each would see the others' rows.
	const engine: Record<string, string> = on_libsql ? { TEST_ENGINE: "libsql", LIBSQL_URL: "" } : {};
	if (on_libsql) console.log("Each product has its own libSQL database.");
	const { projects, args } = wantedProjects(
		given.filter((arg) => ![ON_LIBSQL, SYSTEM].includes(arg)),
		given.includes(SYSTEM) ? "system" : "test",
	);
	if (projects.some((name) => !["unit", "growth", "web"].includes(name))) await buildIfStale();
	// Unpacked once in advance, because several test files need it at the same time.
	if (projects.some((name) => ["e2e", "screens", "system"].includes(name)))
		console.log(`Browser: ${(await findChromium()).executablePath}`);
	const [code, report] = await runVitest(args, engine);
	const { passed, failures } = summarize(report);
	console.log(`\n${passed} passed, ${failures.length} failed`);
	for (const line of failures) console.log(line);
	return code === 0 && failures.length === 0 ? 0 : 1;
}

const USAGE = `npm test [-- FILE ...] [-- --project NAME] [-- --libsql]
npm run test:system

  FILE       only these test files
  --project  one of ${Object.values(TIERS).flat().join(", ")}
  --libsql   gives each product a libSQL database of its own in place of D1

Without arguments: ${TIERS.test.join(", ")}; test:system: ${TIERS.system.join(", ")}. Other
arguments are vitest's.`;

if (isMain(import.meta.url)) {
	answerHelp(USAGE);
	process.exitCode = await runTests(process.argv.slice(2));
}
