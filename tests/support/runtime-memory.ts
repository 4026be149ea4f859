import { readdirSync, readFileSync } from "node:fs";

/** Bytes of memory that the workerds which this process started hold; null where nothing tells. */
export function runtimeMemory(): number | null {
	try {
		const sizes = childrenOf(process.pid)
			.filter((pid) => read(`/proc/${pid}/comm`).startsWith("workerd"))
			.map((pid) => /VmRSS:\s*(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1]);
		const kilobytes = sizes.reduce((sum, size) => sum + Number(size ?? 0), 0);
		return kilobytes > 0 ? kilobytes * 1_024 : null;
	} catch {
		return null;
	}
}

function childrenOf(pid: number): string[] {
	return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
		read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean),
	);
}

function read(path: string): string {
	return readFileSync(path, "utf8");
}
