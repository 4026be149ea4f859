import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

export type RuntimeWatch = {
	/** Call it right after a child was spawned, before anything else may spawn one. */
	latest: () => ChildProcess;
	stop: () => void;
};

/**
 * Miniflare keeps its workerd to itself. Node announces every child process on a channel, and
 * Miniflare calls back synchronously after its spawn: the child announced last is that workerd.
 */
export function watchSpawns(): RuntimeWatch {
	let last: ChildProcess | undefined;
	const note = (message: unknown) => {
		last = (message as { process: ChildProcess }).process;
	};
	subscribe("child_process", note);
	return {
		latest: () => {
			if (last?.pid === undefined) throw new Error("no workerd was spawned");
			return last;
		},
		stop: () => unsubscribe("child_process", note),
	};
}
