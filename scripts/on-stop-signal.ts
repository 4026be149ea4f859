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
