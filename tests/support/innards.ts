import { expect } from "vitest";

/** What only error bodies of the outside, keys, addresses and exceptions hold. */
const INNARDS = [
	/Vendor text/,
	/sk-123/,
	/I cannot help with that/,
	/\b(?:openai|claude|gemini)-key\b/,
	/\breq_1\b/,
	/Project \d+/,
	/127\.0\.0\.1/,
	/<(?:title|h1|html|!doctype)/i,
	/\b[A-Z]\w*(?:Error|Failure): /,
	/\\n\s+at \S/,
	/\.ts:\d+/,
	/D1_ERROR|SQLITE_/,
];

/** Nothing that is not for visitors' eyes stands in what they were given. */
export function expectNoInnards(...given: unknown[]): void {
	const text = JSON.stringify(given);
	expect(text.length).toBeGreaterThan(2);
	for (const innards of INNARDS) expect(text).not.toMatch(innards);
}
