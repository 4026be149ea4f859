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
