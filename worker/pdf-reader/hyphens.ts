const IDEOGRAPH =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** The word before a hyphen at the end of a line, and the word after it. */
const BROKEN = /([\p{L}\p{M}\p{Nd}‐-]{1,40})([-\u00ad\u2010])$/u;
const FIRST_WORD = /^[\p{L}\p{M}\p{Nd}'’‐-]+/u;
/** "Ost- und Westeuropa": after these, the hyphen stands for what follows later. */
const CONJUNCTIONS = new Set(["und", "oder", "bis", "sowie", "and", "or", "to", "en", "och", "og"]);

/** Writes the lines of a paragraph as one, with the words that line ends broke. */
export function joinLines(lines: readonly string[]): string {
	const [first = "", ...others] = lines;
	return others.reduce(joinTwo, first);
}

function joinTwo(before: string, next: string): string {
	const tail = before.slice(-80);
	const broken = BROKEN.exec(tail);
	if (broken) return joinBroken(before, next, broken);
	const dense = IDEOGRAPH.test(before.slice(-1)) && IDEOGRAPH.test(next.slice(0, 1));
	return dense ? before + next : `${before} ${next}`;
}

function joinBroken(before: string, next: string, [, word = "", hyphen]: RegExpExecArray): string {
	const bare = before.slice(0, -1);
	if (hyphen === "\u00ad") return bare + next;
	const following = FIRST_WORD.exec(next)?.[0] ?? "";
	if (following === "" || CONJUNCTIONS.has(following)) return `${before} ${next}`;
	// "COVID-19", "Anglo-Saxon" and "state-of-the-art" have a hyphen wherever their line ends.
	const keeps =
		!/^\p{Ll}/u.test(following) || /\p{Nd}$/u.test(word) || /[‐-]/.test(word + following);
	return keeps || /^\p{Lu}+$/u.test(word) ? before + next : bare + next;
}
