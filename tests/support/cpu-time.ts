/**
 * Milliseconds that this process has computed so far. Unlike the time on a clock it stands still
 * while other programs have the machine.
 */
export function cpuTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}
