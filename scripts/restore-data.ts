import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Counted, checkData } from "./check-data.ts";
import { unpackFile } from "./data-archive.ts";
import { lockDataFolder } from "./data-lock.ts";
import { StartError } from "./start-error.ts";

const LOCK = /^lock\.\d+$/;

export type Restored = Counted & { made_at: string };

/**
 * Puts a back-up where there are no data: never over some, and not under a running server. It is
 * unpacked beside, held to its hashes and opened, and only then moved into its place. Throws
 * StartError with the reason.
 */
export async function restoreData(
	file: string,
	data_dir: string,
): Promise<Restored> {
	if (!existsSync(file)) throw new StartError(`There is no ${file}.`);
	await mkdir(dirname(data_dir), { recursive: true });
	const lock = await lockDataFolder(data_dir);
	try {
		const there = (await readdir(data_dir)).filter((name) => !LOCK.test(name));
		if (there.length)
			throw new StartError(
				`${data_dir} holds data. Move them away, or set DATA_DIR to another folder.`,
			);
		return await place(file, data_dir);
	} finally {
		lock.release();
	}
}

async function place(file: string, data_dir: string): Promise<Restored> {
	// On the same disk, so that moving it is one step.
	const staging = await mkdtemp(join(dirname(data_dir), ".restore-"));
	try {
		const unpacked = join(staging, "data");
		const made_at = await unpackFile(file, unpacked);
		const counted = await checkData(unpacked);
		// The database last: without it there is nothing to start on.
		const names = (await readdir(unpacked)).filter((name) => !LOCK.test(name));
		for (const name of names.sort().reverse())
			await rename(join(unpacked, name), join(data_dir, name));
		return { ...counted, made_at };
	} finally {
		await rm(staging, { recursive: true, force: true });
	}
}
