/**
 * A parser keeps state for every open level, so a text of only brackets takes a hundred times its
 * size in memory. Requests to this site have at most 3 levels. Among outside responses, YouTube's
 * are the deepest with about 30.
 */
export const MAX_JSON_DEPTH = 64;

/**
 * Thrown for a text that nests too deep. The message quotes nothing. A subclass of SyntaxError,
 * so that code which handles invalid JSON also handles this.
 */
export class TooDeep extends SyntaxError {
	override readonly name = "TooDeep";
	constructor() {
		super(`The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`);
	}
}

/**
 * JSON.parse for an untrusted text. Throws a SyntaxError, or TooDeep if the text nests too deep.
 */
export function parseUntrustedJson(json: string): unknown {
	if (isTooDeep(json)) throw new TooDeep();
	return JSON.parse(json);
}

/** The same; undefined if the text is not JSON, or nests too deep. */
export function tryParseJson(json: string): unknown {
	try {
		return parseUntrustedJson(json);
	} catch {
		return undefined;
	}
}

/**
 * Whether arrays and objects nest deeper than MAX_JSON_DEPTH. Reads each character once and
 * stores nothing. For invalid JSON, the result covers the part that a parser would read.
 */
export function isTooDeep(json: string): boolean {
	let depth = 0;
	for (let at = 0; at < json.length; at += 1) {
		const char = json[at];
		if (char === '"') at = endOfString(json, at) - 1;
		else if (opens(char)) depth += 1;
		else if (closes(char)) depth -= 1;
		if (depth > MAX_JSON_DEPTH) return true;
	}
	return false;
}

export function opens(char: string | undefined): boolean {
	return char === "{" || char === "[";
}

export function closes(char: string | undefined): boolean {
	return char === "}" || char === "]";
}

/**
 * The offset after the closing quote, which is the first quote with an even number of backslashes
 * before it.
 */
export function endOfString(json: string, start: number): number {
	let quote = start;
	let slashes = 0;
	do {
		quote = json.indexOf('"', quote + 1);
		if (quote < 0) return json.length;
		slashes = 0;
		while (json[quote - 1 - slashes] === "\\") slashes += 1;
	} while (slashes % 2 === 1);
	return quote + 1;
}
