const minute_ms = 60_000;

/** Calls `run` every minute, never twice at once. Answers a function that ends it. */
export function everyMinute(
	run: () => Promise<void>,
	report: (line: string) => void,
): () => void {
	let running = false;
	const timer = setInterval(async () => {
		if (running) return;
		running = true;
		try {
			await run();
		} catch (error) {
			report(`The scheduled run failed: ${error}`);
		} finally {
			running = false;
		}
	}, minute_ms);
	return () => clearInterval(timer);
}
