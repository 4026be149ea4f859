import { closes, endOfString, opens } from "./untrusted-json.ts";

/**
 * The first field that an object of this valid JSON text names twice, or null.
 * Two readers of such a text may see two different requests in it.
 */
export function repeatedKey(json: string): string | null {
	/** The names in each open object, null until its first; a list has none. */
	const open: (Set<string> | null)[] = [];
	for (let at = 0; at < json.length; at += 1) {
		const char = json[at];
		if (opens(char)) open.push(null);
		if (closes(char)) open.pop();
		if (char !== '"') continue;
		const end = endOfString(json, at);
		if (isKey(json, end)) {
			const key = JSON.parse(json.slice(at, end)) as string;
			const keys = open.at(-1) ?? new Set();
			if (keys.has(key)) return key;
			open[open.length - 1] = keys.add(key);
		}
		at = end - 1;
	}
	return null;
}

/** In valid JSON only a field's name is followed by a colon. */
function isKey(json: string, end: number): boolean {
	let at = end;
	while (isSpace(json[at])) at += 1;
	return json[at] === ":";
}

function isSpace(char: string | undefined): boolean {
	return char === " " || char === "\n" || char === "\r" || char === "\t";
}
