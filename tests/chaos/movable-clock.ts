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

/** A clock that a server is started with, in place of the system's. */
export type MovableClock = {
	/** Whatever `start` starts meanwhile has this clock. */
	startWith<T>(start: () => Promise<T>): Promise<T>;
	/** Ahead of the system's, in seconds; behind it where that is negative. */
	set(seconds: number): void;
	remove(): Promise<void>;
};

/** null where nothing can be put before a program's C library: not Linux, or no C compiler. */
export async function makeMovableClock(): Promise<MovableClock | null> {
	if (process.platform !== "linux") return null;
	const folder = await mkdtemp(join(tmpdir(), "clock-"));
	const library = join(folder, "clock.so");
	const remove = () => rm(folder, { recursive: true, force: true });
	try {
		await promisify(execFile)("cc", [
			...["-shared", "-fPIC", "-O1", "-o", library, SOURCE],
		]);
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
