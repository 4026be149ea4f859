import { readdirSync, readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { readResidentBytes } from "#scripts/server/process.ts";

/** Exits a command with an error message. */
export function refuse(message: string): never {
	console.error(message);
	process.exit(2);
}

/** Parses the command line. Prints the usage and exits for `--help` and invalid arguments. */
export function readCommandLine<const T extends ParseArgsConfig>(
	usage: string,
	config: T,
): ReturnType<typeof parseArgs<T>> {
	if (process.argv.slice(2).some((it) => it === "--help" || it === "-h")) {
		console.log(usage);
		process.exit(0);
	}
	try {
		return parseArgs(config);
	} catch (error) {
		const [said] = (error instanceof Error ? error.message : "").split(". ");
		return refuse(`${said}.\n${usage}`);
	}
}

/** Parses a non-negative integer. */
export function countOf(name: string, value: string): number {
	if (/^\d{1,9}$/.test(value)) return Number(value);
	return refuse(`--${name} takes a whole number, not "${value}".`);
}

/** Reproducible random numbers in [0, 1) for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The memory in bytes of the workerd processes that this process started; null if unknown. */
export function runtimeMemory(): number | null {
	try {
		const sizes = childrenOf(process.pid)
			.filter((pid) => read(`/proc/${pid}/comm`).startsWith("workerd"))
			.map((pid) => readResidentBytes(Number(pid)) ?? 0);
		return sizes.reduce((sum, size) => sum + size, 0) || null;
	} catch {
		return null;
	}
}

/** The commands of the processes that this process started; empty if unknown. */
export function childCommands(): string[] {
	try {
		return childrenOf(process.pid).map((pid) => read(`/proc/${pid}/cmdline`));
	} catch {
		return [];
	}
}

function childrenOf(pid: number): string[] {
	return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
		read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean),
	);
}

/** Empty if the process has ended. */
function read(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

/**
 * The CPU time of this process in milliseconds, which other programs on the machine do not affect.
 */
export function cpuTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}
