/** A value as the text of a script element that holds data: no markup can begin in it. */
export function scriptJson(value: unknown): string {
	return JSON.stringify(value).replace(/</g, "\\u003c");
}
