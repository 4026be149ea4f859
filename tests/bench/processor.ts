import { readFileSync } from "node:fs";

/** Of Linux: how finely a process' time is told. */
const TICK_MS = 10;

/**
 * Processor time that a process has used, in ms; null where the system does not
 * say. Unlike what a clock shows it does not grow with what else is running.
 */
export function processorMs(pid: number): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		// The name before may hold spaces.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
	} catch {
		return null;
	}
}
