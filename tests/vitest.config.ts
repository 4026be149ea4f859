import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files that only compute: without this, vitest leaves a core free, on a machine with two of them half of all. */
const PROCESSES = availableParallelism();
/**
 * What the others start waits as well as computes: three keep two cores busy. Each process has a
 * workerd or more of its own, one for browser files a browser as well.
 */
const WORKER_FILES_AT_ONCE = 3;
const BROWSER_FILES_AT_ONCE = 3;
/** Where the tests of one file run side by side. */
const PAGES_AT_ONCE = 3;
const SYSTEM_FILES_AT_ONCE = 2;

/** What begins last is waited for alone: these take longest, whatever their size. */
const LONGEST = [
	"web/site/hydration",
	"web/disputes/dispute-form",
	"e2e/moments",
	"e2e/live-analysis",
	"system/api-fuzz",
	"system/sign-in-limits",
	"worker/disputes/disputes",
	"worker/analysis/fresh-look",
	"worker/http/permissions",
	"worker/evidence/cited-pages",
	"worker/analysis/demo-mode",
	"screens/every-screen-accessibility",
	"screens/every-screen",
	"screens/preferences",
	"screens/keyboard",
	"system/start",
].map((name) => `/tests/${name}.test.`);

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const place = ({ moduleId }: TestSpecification) => {
			const found = LONGEST.findIndex((path) => moduleId.includes(path));
			return found === -1 ? LONGEST.length : found;
		};
		const sorted = await super.sort(files);
		return sorted.sort((a, b) => place(a) - place(b));
	}
}

/**
 * The files that one process runs share what they import: reading it again for each would take
 * longer than many a file's tests. A file that stubs a global, a module or the clock takes it back.
 */
const SHARED_MODULES = { isolate: false };

/** A busy machine may take longer than vitest allows by default; nothing here measures time. */
const PATIENT = {
	expect: { poll: { timeout: 15_000 } },
	testTimeout: 120_000,
	hookTimeout: 120_000,
};

/**
 * What is run once more on a libSQL server: every rule about SQL, and the ways through the product
 * that lean on the database most.
 */
const ON_BOTH_ENGINES = [
	"tests/worker/**/*queries.test.ts",
	"tests/worker/db/schema.test.ts",
	"tests/worker/votes/vote-attack.test.ts",
	"tests/worker/votes/votes.test.ts",
	"tests/worker/analysis/events.test.ts",
	"tests/worker/analysis/moments.test.ts",
	"tests/worker/analysis/on-request.test.ts",
	"tests/worker/evidence/added-pages.test.ts",
	"tests/worker/webhooks/webhooks.test.ts",
	"tests/worker/weekly-mail/weekly-mail.test.ts",
	"tests/system/weekly-mail-crowd.test.ts",
	"tests/system/wrong-fields.test.ts",
];

/**
 * One project a folder: what it needs around it is what sets it apart; and one for the second
 * engine. The groups run one after the other, the quick one first. `npm test` runs unit, web,
 * worker and e2e; `npm run test:system` runs the slower others: hostile input, the qualities of every
 * screen, limits until they are reached, faults, kills, backups and the second engine.
 */
export default defineConfig({
	root,
	test: {
		sequence: { sequencer: LongestFirst },
		projects: [
			{
				root,
				test: {
					name: "unit",
					...SHARED_MODULES,
					include: ["tests/unit/**/*.test.ts"],
					environment: "node",
					...PATIENT,
					maxWorkers: PROCESSES,
					sequence: { groupOrder: 0 },
				},
			},
			{
				root,
				test: {
					name: "growth",
					// They count work by ways that slow a process down until it ends.
					isolate: true,
					include: ["tests/growth/**/*.test.ts"],
					environment: "node",
					...PATIENT,
					maxWorkers: BROWSER_FILES_AT_ONCE,
					sequence: { groupOrder: 3 },
				},
			},
			{
				root,
				test: {
					name: "web",
					...SHARED_MODULES,
					include: ["tests/web/**/*.test.{ts,tsx}"],
					environment: "jsdom",
					...PATIENT,
					setupFiles: ["tests/web/setup.ts"],
					maxWorkers: PROCESSES,
					sequence: { groupOrder: 0 },
				},
			},
			{
				root,
				test: {
					name: "worker",
					...SHARED_MODULES,
					include: ["tests/worker/**/*.test.ts"],
					environment: "node",
					setupFiles: ["scripts/server/runtime.ts"],
					...PATIENT,
					maxWorkers: WORKER_FILES_AT_ONCE,
					sequence: { groupOrder: 1 },
				},
			},
			{
				root,
				test: {
					name: "e2e",
					...SHARED_MODULES,
					include: ["tests/e2e/**/*.test.ts"],
					environment: "node",
					setupFiles: ["scripts/server/runtime.ts"],
					...PATIENT,
					maxWorkers: BROWSER_FILES_AT_ONCE,
					maxConcurrency: PAGES_AT_ONCE,
					sequence: { groupOrder: 2 },
				},
			},
			{
				root,
				test: {
					name: "screens",
					...SHARED_MODULES,
					include: ["tests/screens/**/*.test.ts"],
					environment: "node",
					setupFiles: ["scripts/server/runtime.ts"],
					...PATIENT,
					maxWorkers: BROWSER_FILES_AT_ONCE,
					maxConcurrency: PAGES_AT_ONCE,
					sequence: { groupOrder: 3 },
				},
			},
			{
				root,
				test: {
					name: "system",
					...SHARED_MODULES,
					include: ["tests/system/**/*.test.ts"],
					environment: "node",
					setupFiles: ["scripts/server/runtime.ts"],
					...PATIENT,
					maxWorkers: SYSTEM_FILES_AT_ONCE,
					sequence: { groupOrder: 4 },
				},
			},
			{
				root,
				test: {
					name: "libsql",
					...SHARED_MODULES,
					include: ON_BOTH_ENGINES,
					environment: "node",
					setupFiles: ["scripts/server/runtime.ts"],
					env: { TEST_ENGINE: "libsql", LIBSQL_URL: "" },
					...PATIENT,
					maxWorkers: WORKER_FILES_AT_ONCE,
					sequence: { groupOrder: 5 },
				},
			},
		],
	},
});
