import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process as one can find it again: ids are reused, an id with its start is not. */
export type ProcessIdentity = { pid: number; started: string };

/** Field numbers of proc(5), counted from the state, which follows the name in brackets. */
const stat_state = 0;
const stat_start_ticks = 19;

function readProc(path: string): string | null {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return null;
	}
}

/** Its first thread may have ended while others still hold its files and ports. */
function hasThreads(pid: number): boolean {
	try {
		return readdirSync(`/proc/${pid}/task`).length > 1;
	} catch {
		return false;
	}
}

function startOnLinux(pid: number): string | null {
	const stat = readProc(`/proc/${pid}/stat`);
	if (stat === null) return null;
	// The name may itself hold brackets and spaces: the last bracket ends it.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	if (fields[stat_state] === "Z" && !hasThreads(pid)) return null;
	const boot = readProc("/proc/sys/kernel/random/boot_id") ?? "";
	return `${boot.trim()} ${fields[stat_start_ticks]}`;
}

function askPs(pid: number, columns: string): string | null {
	const { status, stdout } = spawnSync(
		"ps",
		["-ww", "-o", columns, "-p", String(pid)],
		{ encoding: "utf8", env: { ...process.env, LC_ALL: "C" } },
	);
	return status === 0 ? stdout.trim() : null;
}

function startByPs(pid: number): string | null {
	const answer = askPs(pid, "stat=,lstart=");
	if (!answer || answer.startsWith("Z")) return null;
	return answer.replace(/^\S+\s+/, "");
}

/** When the live process began, in words that only serve comparing; null if there is none. */
export function startOf(pid: number): string | null {
	return process.platform === "linux" ? startOnLinux(pid) : startByPs(pid);
}

export function isAlive(identity: ProcessIdentity): boolean {
	return startOf(identity.pid) === identity.started;
}

/** The live process's command line, or null. */
export function commandOf(pid: number): string | null {
	return process.platform === "linux"
		? (readProc(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ").trim() ?? null)
		: askPs(pid, "command=");
}
