import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A start that cannot succeed; the message is for the person who typed the command. */
export class StartError extends Error {
	override name = "StartError";
}

/**
 * Whether the module at this address is the program that was started. Paths are compared without
 * symbolic links: a temporary folder is often one.
 */
export function isMain(module_url: string): boolean {
	const [, program] = process.argv;
	return (
		program !== undefined && realpathSync(program) === fileURLToPath(module_url)
	);
}

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

/** Short, so that a start right after the kill finds folder and port free. */
const look_ms = 200;

/** The npm that runs this process, if npm does. */
export function launcherPid(): number | undefined {
	return process.env.npm_lifecycle_event ? process.ppid : undefined;
}

/**
 * Ends this process, and with it its workerd, when the npm that started it has been killed:
 * nobody would find it to stop it, and it would keep port and data.
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
 * On Ctrl-C or a polite kill: stops in order and leaves with 0; another one leaves at once.
 * Miniflare's own handlers, which would leave before anything is in order, are taken off.
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
 * Does `work` while another process of this user's stands still, and lets it go on afterwards;
 * also where this process is ended in the middle, by Ctrl-C or by SIGKILL.
 */
export async function holdStill(pid: number, work: () => void): Promise<void> {
	// Its input ends when this process does. In a session of its own it outlives the terminal.
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
		// Its word comes before anybody else may want the process to stand still.
		await gone;
	}
}
