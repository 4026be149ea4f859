import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A start that cannot succeed; the message is for the person who ran the command. */
export class StartError extends Error {
	override name = "StartError";
}

/**
 * Whether the module at this address is the program that was started. Paths are compared with
 * symbolic links resolved, because a temporary folder is often one.
 */
export function isMain(module_url: string): boolean {
	const [, program] = process.argv;
	return (
		program !== undefined && realpathSync(program) === fileURLToPath(module_url)
	);
}

/** Identifies a process: ids are reused, but not together with the start time. */
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

/** Its first thread may have ended while others still use its files and ports. */
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
	// The name may contain brackets and spaces, so the last bracket ends it.
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

/** The start time of a live process, as text that is only compared; null if there is none. */
export function readStartTime(pid: number): string | null {
	return process.platform === "linux" ? startOnLinux(pid) : startByPs(pid);
}

export function isAlive(identity: ProcessIdentity): boolean {
	return readStartTime(identity.pid) === identity.started;
}

/** The command line of a live process, or null. */
export function readCommand(pid: number): string | null {
	return process.platform === "linux"
		? (readProc(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ").trim() ?? null)
		: askPs(pid, "command=");
}

/** Short, so that a start right after the kill finds the folder and the port free. */
const look_ms = 200;

/** The npm process that runs this one, if any. */
export function launcherPid(): number | undefined {
	return process.env.npm_lifecycle_event ? process.ppid : undefined;
}

/**
 * Ends this process and its workerd when the npm that started it has been killed: nobody would know
 * how to stop it, and it would keep the port and the data.
 */
export function leaveWithLauncher(launcher_pid: number | undefined): void {
	if (launcher_pid === undefined) return;
	setInterval(() => {
		if (process.ppid !== launcher_pid) process.exit(1);
	}, look_ms).unref();
}

const signals = ["SIGINT", "SIGTERM"] as const;
/** One Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const same_press_ms = 500;

/**
 * On Ctrl-C or SIGTERM: stops in order and exits with 0; a second signal exits at once. Miniflare's
 * own handlers are removed, because they would exit before the stop is complete.
 */
export function onStopSignal(stop: () => Promise<void>): void {
	let asked_at: number | null = null;
	const leave = () => {
		if (asked_at !== null) {
			if (Date.now() - asked_at > same_press_ms) process.exit(1);
			return;
		}
		asked_at = Date.now();
		stop().then(
			() => process.exit(0),
			(error) => {
				console.error(error);
				process.exit(1);
			},
		);
	};
	for (const signal of signals) {
		process.removeAllListeners(signal);
		process.on(signal, leave);
	}
}

/**
 * Pauses another process of this user while `work` runs. The process continues afterwards even if
 * this one is ended by Ctrl-C or SIGKILL.
 */
export async function pauseWhile(pid: number, work: () => void): Promise<void> {
	// The guard's input ends when this process does. In its own session it outlives the terminal.
	const guard = spawn("sh", ["-c", `read -r _; kill -CONT ${pid}`], {
		stdio: ["pipe", "ignore", "ignore"],
		detached: true,
	});
	await once(guard, "spawn");
	const gone = once(guard, "exit");
	try {
		process.kill(pid, "SIGSTOP");
		work();
	} finally {
		guard.stdin.end();
		process.kill(pid, "SIGCONT");
		// The guard's signal must come before another caller pauses the same process.
		await gone;
	}
}
