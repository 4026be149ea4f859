import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DataLock } from "./data-lock.ts";
import { hashSources } from "./hash-sources.ts";
import { layout } from "./layout.ts";
import { applyToD1, readMigrations } from "./migrations.ts";
import { persistence } from "./miniflare-options.ts";
import { startDatabases } from "./start-databases.ts";
import type { WorkerConfig } from "./worker-config.ts";

/**
 * Brings the embedded database up to the migrations folder, before the worker runs: an alarm
 * that is due would otherwise meet the old tables. Costs nothing when nothing is new.
 */
export async function migrateEmbedded(
	config: WorkerConfig,
	data_dir: string,
	lock: DataLock,
	print: (line: string) => void,
): Promise<void> {
	const { d1Persist } = persistence(data_dir);
	// Beside the database, so that who deletes that deletes this.
	const stamp_path = join(d1Persist, "migrated");
	const stamp = await hashSources(layout.root, ["migrations"]);
	if ((await readFile(stamp_path, "utf8").catch(() => null)) === stamp) return;
	const runtime = await startDatabases(config, data_dir, lock, print);
	try {
		const migrations = readMigrations(layout.migrations);
		for (const binding of config.databases)
			await applyToD1(
				await runtime.miniflare.getD1Database(binding),
				migrations,
			);
		await writeFile(stamp_path, stamp);
	} finally {
		await runtime.stop();
	}
}
