/**
 * A parser keeps something for every level that is open, so a text of nothing but brackets takes
 * a hundred times its size. Our requests have 3 levels, and of what we read elsewhere YouTube's
 * answers are the deepest, with about 30.
 */
export const MAX_JSON_DEPTH = 64;

/** Its message quotes nothing. A SyntaxError, so that whoever reads on without JSON does so here too. */
export class TooDeep extends SyntaxError {
	override readonly name = "TooDeep";
	constructor() {
		super(`The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`);
	}
}

/** JSON.parse for a text that others wrote. Throws a SyntaxError; where it nests too deep, TooDeep. */
export function parseUntrustedJson(json: string): unknown {
	if (isTooDeep(json)) throw new TooDeep();
	return JSON.parse(json);
}

/**
 * Whether lists and objects nest deeper than MAX_JSON_DEPTH. Looks at each character once and
 * keeps nothing. Of a text that is no JSON it answers for the part that a parser would read.
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

/** One past the closing quote: the first that no odd number of backslashes precedes. */
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
