import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each worker file may have a workerd or two of its own, each browser file a browser as well. */
const WORKER_FILES_AT_ONCE = 2;
const BROWSER_FILES_AT_ONCE = 1;

/** What is looked at until it holds: a busy machine may take longer than the second that is the rule. */
const PATIENT = { poll: { timeout: 15_000 } };

/**
 * One project a folder: what it needs around it is what sets it apart. The groups run one after
 * the other, the quick ones first.
 */
export default defineConfig({
	root,
	test: {
		projects: [
			{
				root,
				test: {
					name: "unit",
					include: ["tests/unit/**/*.test.ts"],
					environment: "node",
					// Some read thousands of cases, on a machine that may be busy; nothing here measures time.
					testTimeout: 30_000,
					sequence: { groupOrder: 0 },
				},
			},
			{
				root,
				test: {
					name: "web",
					include: ["tests/web/**/*.test.{ts,tsx}"],
					environment: "jsdom",
					// Rendering takes long on a machine that is busy with more; nothing here measures time.
					testTimeout: 30_000,
					setupFiles: ["tests/support/patient-queries.ts"],
					sequence: { groupOrder: 1 },
				},
			},
			{
				root,
				test: {
					name: "worker",
					include: ["tests/worker/**/*.test.ts"],
					environment: "node",
					setupFiles: ["scripts/patient-wait.ts"],
					expect: PATIENT,
					testTimeout: 30_000,
					hookTimeout: 60_000,
					maxWorkers: WORKER_FILES_AT_ONCE,
					sequence: { groupOrder: 2 },
				},
			},
			{
				root,
				test: {
					name: "e2e",
					include: ["tests/e2e/**/*.test.ts"],
					environment: "node",
					setupFiles: ["scripts/patient-wait.ts"],
					expect: PATIENT,
					testTimeout: 120_000,
					hookTimeout: 120_000,
					maxWorkers: BROWSER_FILES_AT_ONCE,
					sequence: { groupOrder: 3 },
				},
			},
		],
	},
});
