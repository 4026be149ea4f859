const PERSONAL =
	/\/api\/(me\b|claims\b|admin\/|keys\b|notifications\b|videos\/[\w-]+\/my-votes)/;

/** Whether what is stored under this key belongs to the member who asked. */
export function isPersonalKey(key: unknown): boolean {
	return typeof key === "string" && PERSONAL.test(key);
}
