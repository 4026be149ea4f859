/**
 * The first field that an object of this valid JSON text names twice, or null.
 * Two readers of such a text may see two different requests in it.
 */
export function repeatedKey(json: string): string | null {
	/** The names in each open object; a list has none. */
	const open: Set<string>[] = [];
	const mark = /["{}[\]]/g;
	for (let found = mark.exec(json); found; found = mark.exec(json)) {
		const [char] = found;
		if (char === "{" || char === "[") open.push(new Set());
		else if (char !== '"') open.pop();
		else {
			const end = endOfString(json, found.index);
			mark.lastIndex = end;
			if (!isKey(json, end)) continue;
			const key = JSON.parse(json.slice(found.index, end)) as string;
			const keys = open.at(-1);
			if (keys?.has(key)) return key;
			keys?.add(key);
		}
	}
	return null;
}

/** One past the closing quote: the first that no odd number of backslashes precedes. */
function endOfString(json: string, start: number): number {
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

/** In valid JSON only a field's name is followed by a colon. */
function isKey(json: string, end: number): boolean {
	const after = /\s*(:?)/y;
	after.lastIndex = end;
	return after.exec(json)?.[1] === ":";
}
