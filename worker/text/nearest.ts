import { editDistance } from "#contract/edit-distance.ts";

/** Longer texts are not compared: the work grows with the product of both lengths. */
const MAX_CHARS = 64;

/**
 * The known name that a mistyped one probably means, in any case and with any separators; null if
 * none is near.
 */
export function nearestName(given: string, known: readonly string[]): string | null {
	const { length } = letters(given);
	if (length === 0 || length > MAX_CHARS) return null;
	const most = Math.max(1, Math.floor(length / 3));
	const mistakes = known.map((name): [string, number] => [name, typingMistakes(given, name)]);
	const [best] = mistakes.sort(([, a], [, b]) => a - b);
	return best && best[1] <= most ? best[0] : null;
}

/** A shorter name is a part of many others by chance. */
const MIN_PART_CHARS = 3;

/** The known name that shares most with a given one of which it is a part, or which is a part of it. */
export function nameWithPart(given: string, known: readonly string[]): string | null {
	const bare = letters(given);
	const shared = (name: string) => Math.min(bare.length, letters(name).length);
	const [best] = known
		.filter((name) => letters(name).includes(bare) || bare.includes(letters(name)))
		.sort((a, b) => shared(b) - shared(a));
	return best !== undefined && shared(best) >= MIN_PART_CHARS ? best : null;
}

/** The number of added, missing, replaced and exchanged letters and digits, in any case. */
export function typingMistakes(a: string, b: string): number {
	return editDistance(letters(a), letters(b));
}

function letters(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
