import { lockDataFolder } from "./data-lock.ts";
import { readBuiltConfig } from "./miniflare-options.ts";
import { startDatabases } from "./start-databases.ts";
import { StartError } from "./start-error.ts";

export type Counted = { videos: number; members: number; votes: number };

const COUNTS = `SELECT (SELECT count(*) FROM videos) AS videos,
	(SELECT count(*) FROM members) AS members, (SELECT count(*) FROM votes) AS votes`;

/** Opens the folder's database, has it look through itself, and tells what is in it. */
export async function checkData(data_dir: string): Promise<Counted> {
	const config = await readBuiltConfig();
	const lock = await lockDataFolder(data_dir);
	try {
		const runtime = await startDatabases(config, data_dir, lock, () => {});
		try {
			const d1 = await runtime.miniflare.getD1Database("DB");
			const said = await d1.prepare("PRAGMA quick_check").first();
			const verdict = Object.values(said ?? {}).join();
			if (verdict !== "ok")
				throw new StartError(`The database is damaged: ${verdict}`);
			const counted = await d1.prepare(COUNTS).first<Counted>();
			if (!counted) throw new StartError("The database is empty.");
			return counted;
		} finally {
			await runtime.stop();
		}
	} finally {
		lock.release();
	}
}
