import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A start that cannot succeed; the message is for the person who ran the command. */
export class StartError extends Error {
	override name = "StartError";
}

/**
 * Whether the module at this address is the started program. Symbolic links are resolved, because
 * temporary folders often contain one.
 */
export function isMain(module_url: string): boolean {
	const [, program] = process.argv;
	return program !== undefined && realpathSync(program) === fileURLToPath(module_url);
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

/** The first thread may have ended while others still use files and ports. */
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
	const { status, stdout } = spawnSync("ps", ["-ww", "-o", columns, "-p", String(pid)], {
		encoding: "utf8",
		env: { ...process.env, LC_ALL: "C" },
	});
	return status === 0 ? stdout.trim() : null;
}

function startByPs(pid: number): string | null {
	const answer = askPs(pid, "stat=,lstart=");
	if (!answer || answer.startsWith("Z")) return null;
	return answer.replace(/^\S+\s+/, "");
}

/**
 * The start time of a running process as an opaque text for comparison; null if the process does
 * not exist.
 */
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

/** The resident memory of a live process in bytes; null if it is unknown. */
export function readResidentBytes(pid: number): number | null {
	const kilobytes =
		process.platform === "linux"
			? /^VmRSS:\s*(\d+) kB$/m.exec(readProc(`/proc/${pid}/status`) ?? "")?.[1]
			: askPs(pid, "rss=");
	return kilobytes ? Number(kilobytes) * 1_024 : null;
}

/** Short, so that a start directly after a kill finds the folder and the port free. */
const look_ms = 200;

/** The npm process that runs this one, if any. */
export function launcherPid(): number | undefined {
	return process.env.npm_lifecycle_event ? process.ppid : undefined;
}

/**
 * Ends this process and its workerd when the npm process that started it was killed. Otherwise
 * they would keep the port and the data, and the user would not know how to stop them.
 */
export function leaveWithLauncher(launcher_pid: number | undefined): void {
	if (launcher_pid === undefined) return;
	setInterval(() => {
		if (process.ppid !== launcher_pid) process.exit(1);
	}, look_ms).unref();
}

const signals = ["SIGINT", "SIGTERM"] as const;
/** One Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const same_press_ms = 500;

/**
 * On Ctrl-C or SIGTERM, stops cleanly and exits with 0; a second signal exits immediately.
 * Removes Miniflare's own handlers, because they would exit before the stop is complete.
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
 * Pauses another process of this user while `work` runs. The process resumes afterwards, even if
 * this process is ended by Ctrl-C or SIGKILL.
 */
export async function pauseWhile(pid: number, work: () => void): Promise<void> {
	// The guard's input closes when this process ends. The guard has its own session, so it
	// survives the terminal.
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
		// The guard's signal must arrive before another caller pauses the same process.
		await gone;
	}
}
