import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Claim, createLock, readLock, updateLock } from "./lock-file.ts";
import {
	commandOf,
	isAlive,
	type ProcessIdentity,
	startOf,
} from "./process-identity.ts";
import { StartError } from "./start-error.ts";

export type DataLock = {
	/** To be told as soon as a workerd exists that opens the folder. */
	recordRuntime: (pid: number) => void;
	release: () => void;
};

/** A killed process is gone within milliseconds; one stuck in the disk's driver is not. */
const kill_wait_ms = 5_000;
/** A server whose npm was killed notices and leaves; see leave-with-launcher.ts. */
const abandoned_wait_ms = 5_000;
const poll_ms = 20;

/** Answers whether the process has gone within the time. */
async function goneWithin(
	identity: ProcessIdentity,
	patience_ms: number,
): Promise<boolean> {
	const deadline = Date.now() + patience_ms;
	while (isAlive(identity)) {
		if (Date.now() > deadline) return false;
		await sleep(poll_ms);
	}
	return true;
}

async function refuseIfHeld(
	folder: string,
	claim: Claim | undefined,
): Promise<void> {
	if (!claim?.owner || !isAlive(claim.owner)) return;
	const abandoned = claim.launcher !== null && !isAlive(claim.launcher);
	if (abandoned && (await goneWithin(claim.owner, abandoned_wait_ms))) return;
	throw new StartError(
		`Another server (process ${claim.owner.pid}) is using the data in ${folder}. Stop it first, or set DATA_DIR to another folder.`,
	);
}

async function endOrphan(orphan: ProcessIdentity): Promise<void> {
	if (!isAlive(orphan)) return;
	// Its start matches, so this is the process that was noted; what it runs is checked all the same.
	if (!commandOf(orphan.pid)?.includes("workerd")) return;
	process.kill(orphan.pid, "SIGKILL");
	if (!(await goneWithin(orphan, kill_wait_ms)))
		throw new StartError(
			`A workerd (process ${orphan.pid}) left by an earlier start does not end. End it by hand.`,
		);
}

function identify(pid: number): ProcessIdentity {
	return { pid, started: startOf(pid) ?? "" };
}

async function claimFolder(
	folder: string,
	launcher: ProcessIdentity | null,
): Promise<{ number: number; claim: Claim }> {
	const owner = identify(process.pid);
	for (;;) {
		const before = readLock(folder);
		await refuseIfHeld(folder, before?.claim);
		// What the last owner may have left stays noted until it is known to be gone.
		const claim = { owner, launcher, runtime: before?.claim.runtime ?? null };
		const number = (before?.number ?? 0) + 1;
		if (createLock(folder, number, claim)) return { number, claim };
	}
}

/**
 * Takes a data folder for this process and ends the workerd that an earlier, killed owner left
 * running on it. `launcher_pid` is the npm that started this process, if one did. Throws
 * StartError when a live process has the folder.
 */
export async function lockDataFolder(
	folder: string,
	launcher_pid?: number,
): Promise<DataLock> {
	mkdirSync(folder, { recursive: true });
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
