/** One line of JSON for the operator. */
export function log(message: string, fields: Record<string, unknown>): void {
	console.warn(JSON.stringify({ level: "warn", message, ...fields }));
}
