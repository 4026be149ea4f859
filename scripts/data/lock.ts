import {
	accessSync,
	constants,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import {
	isAlive,
	type ProcessIdentity,
	readCommand,
	readStartTime,
	StartError,
} from "../server/process.ts";

const Identity = z.object({ pid: z.number().int().positive(), started: z.string() });

/**
 * The content of a lock file: the process that uses the folder, and the workerd that may have the
 * folder open.
 */
const Claim = z.object({
	owner: Identity.nullable(),
	/** The npm process that started the owner, if any. */
	launcher: Identity.nullable(),
	runtime: Identity.nullable(),
});
type Claim = z.infer<typeof Claim>;

/**
 * The lock file with the highest number is valid. It is never removed, only superseded by the
 * next number, which can be created only once. If two processes find that its owner has ended,
 * only one of them gets the folder.
 */
const lock_name = /^lock\.(\d+)$/;
const lockPath = (folder: string, number: number) => join(folder, `lock.${number}`);

function numbersIn(folder: string): number[] {
	return readdirSync(folder).flatMap((name) => {
		const number = lock_name.exec(name)?.[1];
		return number === undefined ? [] : [Number(number)];
	});
}

/** The valid lock, or null if there was never one. Throws StartError if the file is malformed. */
export function readLock(folder: string): { number: number; claim: Claim } | null {
	const number = Math.max(0, ...numbersIn(folder));
	if (number === 0) return null;
	const path = lockPath(folder, number);
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch {
		// Another process has just superseded it.
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
	try {
		writeFileSync(path, JSON.stringify(claim));
	} catch (error) {
		// A full disk has room for the name.
		rmSync(path, { force: true });
		throw error;
	}
	return path;
}

/**
 * Creates the lock with this number atomically. Returns false if another process has created it.
 */
function createLock(folder: string, number: number, claim: Claim): boolean {
	const aside = writeAside(folder, claim);
	try {
		linkSync(aside, lockPath(folder, number));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	} finally {
		rmSync(aside);
	}
	const numbers = numbersIn(folder);
	// A process that listed the numbers long ago may create one that was already used and removed.
	if (Math.max(...numbers) !== number) {
		rmSync(lockPath(folder, number));
		return false;
	}
	for (const older of numbers.filter((other) => other < number))
		rmSync(lockPath(folder, older), { force: true });
	return true;
}

/** Rewrites the lock with this number, which must be this process's own. */
function updateLock(folder: string, number: number, claim: Claim): void {
	renameSync(writeAside(folder, claim), lockPath(folder, number));
}

export type DataLock = {
	/** Must be called as soon as a workerd that opens the folder exists. */
	recordRuntime: (pid: number) => void;
	release: () => void;
};

/** A killed process ends within milliseconds, unless it waits for the disk. */
const kill_wait_ms = 5_000;
/** A server whose npm process was killed notices this and ends by itself. */
const abandoned_wait_ms = 5_000;
const poll_ms = 20;

/** Whether the process has ended within the time. */
async function goneWithin(identity: ProcessIdentity, patience_ms: number): Promise<boolean> {
	const deadline = Date.now() + patience_ms;
	while (isAlive(identity)) {
		if (Date.now() > deadline) return false;
		await sleep(poll_ms);
	}
	return true;
}

async function refuseIfHeld(folder: string, claim: Claim | undefined): Promise<void> {
	if (!claim?.owner || !isAlive(claim.owner)) return;
	const abandoned = claim.launcher !== null && !isAlive(claim.launcher);
	if (abandoned && (await goneWithin(claim.owner, abandoned_wait_ms))) return;
	throw new StartError(
		`Another server (process ${claim.owner.pid}) is using the data in ${folder}. Stop it first, or set DATA_DIR to another folder.`,
	);
}

async function endOrphan(orphan: ProcessIdentity): Promise<void> {
	if (!isAlive(orphan)) return;
	// The start time matches the recorded one, and the command is checked as well.
	if (!readCommand(orphan.pid)?.includes("workerd")) return;
	process.kill(orphan.pid, "SIGKILL");
	if (!(await goneWithin(orphan, kill_wait_ms)))
		throw new StartError(
			`A workerd (process ${orphan.pid}) left by an earlier start does not end. End it by hand.`,
		);
}

function identify(pid: number): ProcessIdentity {
	return { pid, started: readStartTime(pid) ?? "" };
}

async function claimFolder(
	folder: string,
	launcher: ProcessIdentity | null,
): Promise<{ number: number; claim: Claim }> {
	const owner = identify(process.pid);
	for (;;) {
		const before = readLock(folder);
		await refuseIfHeld(folder, before?.claim);
		// A workerd that the previous owner may have left stays recorded until it has certainly
		// ended.
		const claim = { owner, launcher, runtime: before?.claim.runtime ?? null };
		const number = (before?.number ?? 0) + 1;
		if (createLock(folder, number, claim)) return { number, claim };
	}
}

function createFolder(folder: string): void {
	try {
		mkdirSync(folder, { recursive: true });
		accessSync(folder, constants.W_OK | constants.X_OK);
	} catch (error) {
		throw new StartError(
			`DATA_DIR must be a folder that can be written. ${(error as Error).message}.`,
		);
	}
}

/**
 * Locks a data folder for this process and ends the workerd that an earlier, killed owner left
 * running on it. `launcher_pid` is the npm process that started this one, if any. Throws StartError
 * if a live process has the folder.
 */
export async function lockDataFolder(folder: string, launcher_pid?: number): Promise<DataLock> {
	createFolder(folder);
	const launcher = launcher_pid ? identify(launcher_pid) : null;
	const { number, claim } = await claimFolder(folder, launcher);
	const update = (change: Partial<Claim>) => {
		Object.assign(claim, change);
		updateLock(folder, number, claim);
	};
	try {
		if (claim.runtime) await endOrphan(claim.runtime);
	} catch (error) {
		update({ owner: null });
		throw error;
	}
	return {
		recordRuntime: (pid) => update({ runtime: identify(pid) }),
		release: () => update({ owner: null, launcher: null, runtime: null }),
	};
}
