import { constants, cpSync } from "node:fs";
import { basename } from "node:path";
import { lockDataFolder } from "./data-lock.ts";
import { holdStill } from "./hold-still.ts";
import { readLock } from "./lock-file.ts";
import { isAlive } from "./process-identity.ts";
import { StartError } from "./start-error.ts";

/** Locks belong to a process, and SQLite makes its shared memory anew. */
const NOT_DATA = /^lock\.\d+$|-shm$/;

/**
 * Copies a data folder as it is at one moment, into a folder that is not there yet. Of a running
 * server the runtime stands still meanwhile: its files are then what a kill would have left, which
 * the next start finds its way back from. Requests wait for so long. Throws StartError where that
 * cannot be done.
 */
export async function copyData(data_dir: string, to: string): Promise<void> {
	const claim = readLock(data_dir)?.claim;
	if (!claim?.owner || !isAlive(claim.owner)) {
		const lock = await lockDataFolder(data_dir);
		try {
			copy(data_dir, to);
		} finally {
			lock.release();
		}
		return;
	}
	const { runtime } = claim;
	if (!runtime || !isAlive(runtime))
		throw new StartError("The server is just starting. Try again in a moment.");
	if (process.platform === "win32")
		throw new StartError(
			"Stop the server first: here it cannot be held still.",
		);
	await holdStill(runtime.pid, () => copy(data_dir, to));
	if (!isAlive(runtime))
		throw new StartError("The server ended meanwhile. Try again.");
}

function copy(from: string, to: string): void {
	cpSync(from, to, {
		recursive: true,
		// Where the file system can, no byte is copied: the server stands still for less.
		mode: constants.COPYFILE_FICLONE,
		filter: (path) => !NOT_DATA.test(basename(path)),
	});
}
