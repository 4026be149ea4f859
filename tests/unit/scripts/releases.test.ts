import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";
import { recordedVersions } from "#tests/recorded-runs/recorded-run.ts";
import {
	brokenMigrations,
	presentMigrations,
	type Releases,
	readReleases,
	withRelease,
} from "#tests/recorded-runs/releases.ts";
import { openApiDocument } from "#worker/openapi/document.ts";
import { VERSION } from "#worker/version.ts";

describe("released migrations", () => {
	it("are as they were released, and new ones come after them", () => {
		expect(brokenMigrations(readReleases(), presentMigrations())).toEqual([]);
	});
});

describe("each release of the changelog", () => {
	it("has its migrations and a half-finished run", async () => {
		const changelog = readFileSync(join(layout.root, "CHANGELOG.md"), "utf8");
		const versions = [...changelog.matchAll(/^## (\d\S*)/gm)].map(([, version]) => version).sort();
		expect(versions).toContain(VERSION);
		expect(Object.keys(readReleases()).sort()).toEqual(versions);
		expect((await recordedVersions()).sort()).toEqual(versions);
	});
});

describe("the version", () => {
	it("is the changelog's latest, with its date", () => {
		const changelog = readFileSync(join(layout.root, "CHANGELOG.md"), "utf8");
		const [, heading] = /^## (\d.*)$/m.exec(changelog) ?? [];
		expect(heading).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/);
		expect(heading?.split(" ")[0]).toBe(VERSION);
	});

	it("is the lock file's and the API description's", () => {
		const lock = JSON.parse(readFileSync(join(layout.root, "package-lock.json"), "utf8"));
		expect([lock.version, lock.packages[""].version]).toEqual([VERSION, VERSION]);
		expect(openApiDocument("https://checks.example").info.version).toBe(VERSION);
	});
});

describe("a check of released migrations", () => {
	const releases: Releases = {
		"1.0.0": { "0001_a.sql": "aa", "0003_b.sql": "bb" },
		"1.1.0": { "0004_c.sql": "cc" },
	};
	const all = { "0001_a.sql": "aa", "0003_b.sql": "bb", "0004_c.sql": "cc" };

	it.each([
		["an edited one", { ...all, "0003_b.sql": "other" }, ["0003_b.sql"]],
		["a missing one", { "0001_a.sql": "aa", "0003_b.sql": "bb" }, ["0004_c.sql"]],
		["one inserted before them", { ...all, "0002_d.sql": "dd" }, ["0002_d.sql"]],
		["no new one that comes after", { ...all, "0005_e.sql": "ee" }, []],
	])("names %s", (_, present, broken) => {
		expect(brokenMigrations(releases, present)).toEqual(broken);
	});

	it("adds a release with what is new, and takes it up anew when it is recorded again", () => {
		const present = { ...all, "0005_e.sql": "ee" };
		const next = withRelease(releases, "1.2.0", present);
		expect(next).toEqual({ ...releases, "1.2.0": { "0005_e.sql": "ee" } });
		const again = withRelease(next, "1.2.0", { ...all, "0005_e.sql": "edited" });
		expect(again["1.2.0"]).toEqual({ "0005_e.sql": "edited" });
		expect(() => withRelease(next, "1.3.0", all)).toThrow("0005_e.sql");
	});
});
