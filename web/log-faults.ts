/** Leaves what nobody caught in the console; the page goes on as it is. */
export function logFaults(target: Window): void {
	target.addEventListener("error", ({ error, message }) => {
		console.error("Uncaught error:", error ?? message);
	});
	target.addEventListener("unhandledrejection", ({ reason }) => {
		console.error("Unhandled rejection:", reason);
	});
}
