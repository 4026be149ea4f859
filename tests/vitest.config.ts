import { defineConfig } from "vitest/config";

const root = new URL("..", import.meta.url).pathname;

/** One project a folder: what it needs around it is what sets it apart. */
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
				},
			},
			{
				root,
				test: {
					name: "web",
					include: ["tests/web/**/*.test.{ts,tsx}"],
					environment: "jsdom",
				},
			},
			{
				root,
				test: {
					name: "worker",
					include: ["tests/worker/**/*.test.ts"],
					environment: "node",
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
			{
				root,
				test: {
					name: "e2e",
					include: ["tests/e2e/**/*.test.ts"],
					environment: "node",
					testTimeout: 120_000,
					hookTimeout: 120_000,
				},
			},
		],
	},
});
