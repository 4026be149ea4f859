import { execFile } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const SOURCE = fileURLToPath(new URL("./movable-clock.c", import.meta.url));

export const HOUR_S = 3_600;
export const DAY_S = 24 * HOUR_S;

/** A clock that replaces the system clock of a server. */
export type MovableClock = {
	/** Processes started by `start` use this clock. */
	startWith<T>(start: () => Promise<T>): Promise<T>;
	/** Sets the offset from the system clock; negative values set it back. */
	set(seconds: number): void;
	remove(): Promise<void>;
};

/** null if no library can be preloaded: not on Linux, or without a C compiler. */
export async function makeMovableClock(): Promise<MovableClock | null> {
	if (process.platform !== "linux") return null;
	const folder = await mkdtemp(join(tmpdir(), "clock-"));
	const library = join(folder, "clock.so");
	const remove = () => rm(folder, { recursive: true, force: true });
	try {
		await promisify(execFile)("cc", ["-shared", "-fPIC", "-O1", "-o", library, SOURCE]);
	} catch (error) {
		await remove();
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
		throw error;
	}
	const path = join(folder, "ahead");
	await writeFile(path, Buffer.alloc(8));
	const file = openSync(path, "r+");
	return {
		async startWith(start) {
			const before = process.env.LD_PRELOAD;
			process.env.LD_PRELOAD = library;
			process.env.MOVABLE_CLOCK = path;
			try {
				return await start();
			} finally {
				delete process.env.LD_PRELOAD;
				delete process.env.MOVABLE_CLOCK;
				if (before !== undefined) process.env.LD_PRELOAD = before;
			}
		},
		set(seconds) {
			const ahead = Buffer.alloc(8);
			ahead.writeBigInt64LE(BigInt(seconds));
			writeSync(file, ahead, 0, ahead.length, 0);
		},
		async remove() {
			closeSync(file);
			await remove();
		},
	};
}
