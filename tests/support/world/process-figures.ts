import { readdirSync, readFileSync } from "node:fs";
import { readResidentBytes } from "#scripts/server/process.ts";

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
