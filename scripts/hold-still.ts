import { spawn } from "node:child_process";
import { once } from "node:events";

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
