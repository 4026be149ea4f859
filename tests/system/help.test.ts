import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";

const { scripts } = JSON.parse(readFileSync(join(layout.root, "package.json"), "utf8"));
/** Biome's own help serves. */
const names = Object.keys(scripts).filter((name) => name !== "format");

describe("--help", () => {
	it.each(names)("of npm run %s prints how it is used, and does nothing else", (name) => {
		const help = spawnSync(`${scripts[name]} --help`, {
			cwd: layout.root,
			shell: true,
			encoding: "utf8",
			env: {
				...process.env,
				PATH: `${join(layout.root, "node_modules/.bin")}:${process.env.PATH}`,
			},
		});
		expect(help.stderr).toBe("");
		expect(help.status).toBe(0);
		expect(help.stdout).toMatch(/^npm (?:run \S+|test|start)/);
		expect(help.stdout.trim().split("\n").length).toBeLessThan(40);
	});
});
