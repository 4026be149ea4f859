import { cp, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { lockDataFolder } from "#scripts/data/lock.ts";
import { migrateEmbedded } from "#scripts/data/migrations.ts";
import { hashSources, layout } from "#scripts/layout.ts";
import { persistence, readBuiltConfig } from "#scripts/server/worker-config.ts";

let made: Promise<string> | undefined;

/** The embedded databases as the migrations leave them, made once for as long as these stay the same. */
function migratedDatabases(): Promise<string> {
	made ??= make();
	return made;
}

async function make(): Promise<string> {
	const folder = join(layout.dist, "migrated");
	const stamp = await hashSources(layout.root, ["migrations", "wrangler.toml"]);
	const wanted = join(folder, stamp);
	if (await stat(wanted).catch(() => null)) return wanted;
	await mkdir(folder, { recursive: true });
	// Two processes may be at it at the same time: either's is as good.
	const own = await mkdtemp(join(folder, "under-way-"));
	const lock = await lockDataFolder(own);
	await migrateEmbedded(await readBuiltConfig(), own, lock, () => {});
	lock.release();
	await rename(persistence(own).d1Persist, wanted).catch(async (error) => {
		if (!(await stat(wanted).catch(() => null))) throw error;
	});
	await rm(own, { recursive: true });
	return wanted;
}

/** Puts migrated, empty databases where a start finds its own, and need not migrate them. */
export async function copyMigratedData(data_dir: string): Promise<void> {
	await cp(await migratedDatabases(), persistence(data_dir).d1Persist, {
		recursive: true,
	});
}
