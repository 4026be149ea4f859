import {
	linkSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StartError } from "./start-error.ts";

const Identity = z.object({
	pid: z.number().int().positive(),
	started: z.string(),
});

/** What a lock file says: who holds the folder, and which workerd may have it open. */
const Claim = z.object({
	owner: Identity.nullable(),
	/** The npm that started the owner, if one did. */
	launcher: Identity.nullable(),
	runtime: Identity.nullable(),
});
export type Claim = z.infer<typeof Claim>;

/**
 * The lock file in force is the one with the highest number. It is never removed, only
 * followed by the next one, which can be created once: of two that find its owner dead, one
 * gets the folder.
 */
const lock_name = /^lock\.(\d+)$/;
const pathOf = (folder: string, number: number) =>
	join(folder, `lock.${number}`);

function numbersIn(folder: string): number[] {
	return readdirSync(folder).flatMap((name) => {
		const number = lock_name.exec(name)?.[1];
		return number === undefined ? [] : [Number(number)];
	});
}

/** The lock in force, or null where there never was one. Throws StartError when it is something else. */
export function readLock(
	folder: string,
): { number: number; claim: Claim } | null {
	const number = Math.max(0, ...numbersIn(folder));
	if (number === 0) return null;
	const path = pathOf(folder, number);
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch {
		// Followed by the next one in this very moment.
		return readLock(folder);
	}
	try {
		return { number, claim: Claim.parse(JSON.parse(text)) };
	} catch {
		throw new StartError(
			`${path} is not a lock file of this program. If no server runs on this folder, delete it.`,
		);
	}
}

function writeAside(folder: string, claim: Claim): string {
	const path = join(folder, `.claim-${process.pid}-${crypto.randomUUID()}`);
	writeFileSync(path, JSON.stringify(claim));
	return path;
}

/** Makes the lock with this number, whole or not at all; false when somebody else has. */
export function createLock(
	folder: string,
	number: number,
	claim: Claim,
): boolean {
	const aside = writeAside(folder, claim);
	try {
		linkSync(aside, pathOf(folder, number));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(aside);
	}
	const numbers = numbersIn(folder);
	// Who looked long ago may make a number that has come and gone.
	if (Math.max(...numbers) !== number) {
		rmSync(pathOf(folder, number));
		return false;
	}
	for (const older of numbers.filter((other) => other < number))
		rmSync(pathOf(folder, older), { force: true });
	return true;
}

/** Rewrites the lock with this number, which must be one's own. */
export function updateLock(folder: string, number: number, claim: Claim): void {
	renameSync(writeAside(folder, claim), pathOf(folder, number));
}
