/** Writes what failed on our side to the log, where the request's id finds it. */
export function logFailure(error: unknown, request_id: string): void {
	const { message, stack } =
		error instanceof Error
			? error
			: { message: String(error), stack: undefined };
	console.error(
		JSON.stringify({ level: "error", request_id, error: message, stack }),
	);
}
