import { execFileSync } from "node:child_process";
import {
	closeSync,
	mkdtempSync,
	openSync,
	rmSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A disk that a test fills and empties. */
export type SmallDisk = {
	/** How it was made, for the test's name. */
	way: string;
	/** A folder on it. */
	folder: string;
	/** From now on writes find at most so many bytes of room. Default 0. */
	fill: (room?: number) => void;
	empty: () => void;
	/** Processes that `start` starts are those that find the disk full. */
	startWith: <T>(start: () => Promise<T>) => Promise<T>;
	remove: () => void;
};

const DISK_MB = 48;
const PIECE_BYTES = 4_096;

function run(command: string, ...args: string[]): void {
	execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
}

/** A file system of its own; null without the right to mount one. */
function mountedDisk(): SmallDisk | null {
	const folder = mkdtempSync(join(tmpdir(), "disk-"));
	const filler = join(folder, "filler");
	try {
		run("mount", "-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder);
	} catch {
		rmSync(folder, { recursive: true });
		return null;
	}
	return {
		way: "a file system without room",
		folder,
		fill(room = 0) {
			const file = openSync(filler, "w");
			let written = 0;
			try {
				for (;;) written += writeSync(file, Buffer.alloc(PIECE_BYTES));
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
				truncateSync(filler, Math.max(0, written - room));
			} finally {
				closeSync(file);
			}
		},
		empty: () => rmSync(filler, { force: true }),
		startWith: (start) => start(),
		remove() {
			run("umount", "-l", folder);
			rmSync(folder, { recursive: true });
		},
	};
}

const SOURCE = fileURLToPath(new URL("./full-disk.c", import.meta.url));

/** Writes that the system's library refuses; null if no library can be preloaded. */
function refusingDisk(): SmallDisk | null {
	if (process.platform !== "linux") return null;
	const folder = mkdtempSync(join(tmpdir(), "disk-"));
	const library = join(folder, "full-disk.so");
	const flag = join(folder, "full");
	try {
		run("cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl");
	} catch (error) {
		rmSync(folder, { recursive: true });
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw error;
	}
	// Written in place, because it is mapped into the memory of those who read it.
	writeFileSync(flag, Buffer.of(0));
	const set = (full: number) => {
		const file = openSync(flag, "r+");
		writeSync(file, Buffer.of(full), 0, 1, 0);
		closeSync(file);
	};
	return {
		way: "a library that refuses writes",
		folder,
		fill: () => set(1),
		empty: () => set(0),
		async startWith(start) {
			const before = process.env.LD_PRELOAD;
			process.env.LD_PRELOAD = library;
			process.env.FULL_DISK = flag;
			try {
				return await start();
			} finally {
				delete process.env.LD_PRELOAD;
				delete process.env.FULL_DISK;
				if (before !== undefined) process.env.LD_PRELOAD = before;
			}
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** In each way that this machine allows. Throws if it allows none. */
export function smallDisks(): SmallDisk[] {
	const disks = [mountedDisk(), refusingDisk()].filter((disk) => disk !== null);
	if (disks.length === 0)
		throw new Error("This needs the right to mount, or a C compiler on Linux.");
	return disks;
}
