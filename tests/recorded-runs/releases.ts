import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { layout } from "#scripts/layout.ts";

/** The SHA-256 of migrations in hex, by file name. */
type Hashes = Record<string, string>;
/** What each release added, by version. */
export type Releases = Record<string, Hashes>;

export const RELEASES = fileURLToPath(new URL("./releases.json", import.meta.url));

export function readReleases(): Releases {
	return JSON.parse(readFileSync(RELEASES, "utf8"));
}

export function presentMigrations(): Hashes {
	const names = readdirSync(layout.migrations).filter((name) => name.endsWith(".sql"));
	return Object.fromEntries(
		names.sort().map((name) => {
			const bytes = readFileSync(join(layout.migrations, name));
			return [name, createHash("sha256").update(bytes).digest("hex")];
		}),
	);
}

/** Which released migrations are edited or missing, and which new ones do not come after them. */
export function brokenMigrations(releases: Releases, present: Hashes): string[] {
	const released: Hashes = Object.assign({}, ...Object.values(releases));
	const last = Object.keys(released).sort().at(-1) ?? "";
	const changed = Object.keys(released).filter((name) => present[name] !== released[name]);
	return [...changed, ...Object.keys(present).filter((name) => !released[name] && name < last)];
}

/** Adds the release with what it brings, or takes it up anew. Throws if earlier ones are broken. */
export function withRelease(releases: Releases, version: string, present: Hashes): Releases {
	const { [version]: _, ...earlier } = releases;
	const broken = brokenMigrations(earlier, present);
	if (broken.length) throw new Error(`Released migrations have changed: ${broken.join(", ")}.`);
	const released = Object.assign({}, ...Object.values(earlier));
	const added = Object.entries(present).filter(([name]) => !(name in released));
	return { ...earlier, [version]: Object.fromEntries(added) };
}
