import { UNSPACED } from "./scripts.ts";

/** As much of the neighbourhood as any of the rules below looks at. */
const SIGHT = 12;

const WORD_BEFORE = /[\p{L}\p{M}\p{N}]$/u;
const WORD_AFTER = /^(?:[\p{L}\p{M}\p{N}]|['’]\p{L})/u;
const NUMBER_BEFORE = /\p{Nd}[.,:]$/u;
const NUMBER_AFTER = /^[.,:]\p{Nd}/u;
/** Korean has spaces, but what is quoted often ends before a word's particle. */
const OPEN = `[${UNSPACED}\\p{scx=Hang}]`;
const OPEN_END = new RegExp(`${OPEN}$`, "u");
const OPEN_START = new RegExp(`^${OPEN}`, "u");

/** Signs glued to a word belong to it, unless another word is glued on too. */
const SIGNS_BEFORE = /(?:^|\s)([^\s\p{L}\p{M}\p{N}]{1,8})$/u;
const SIGNS_AFTER = /^([^\s\p{L}\p{M}\p{N}]{1,8})(?:\s|$)/u;
/** Without these an amount is another amount. */
const UNIT_BEFORE = /\p{Sc}$/u;
const UNIT_AFTER = /^[%％٪‰°\p{Sc}]{1,2}[。！？」』）]?|^[。！？」』）]/u;

/**
 * Whether the folded characters `start` to `end` begin or end inside a word or
 * a number of the source: "possible" in "impossible", "50" in "150" or "0.50".
 */
export function cutsWord(
	source: string,
	places: Int32Array,
	start: number,
	end: number,
): boolean {
	const from = places[start] ?? 0;
	const to = afterCharacter(source, places[end - 1] ?? 0);
	const before = source.slice(Math.max(0, from - SIGHT), from);
	const after = source.slice(to, to + SIGHT);
	const first = source.slice(from, from + 2);
	const last = source.slice(Math.max(from, to - 2), to);
	return (
		places[start] === places[start - 1] ||
		places[end] === places[end - 1] ||
		(WORD_BEFORE.test(before) && !isOpenBorder(before, first)) ||
		(WORD_AFTER.test(after) && !isOpenBorder(last, after)) ||
		(/^\p{Nd}/u.test(first) && NUMBER_BEFORE.test(before)) ||
		(/\p{Nd}$/u.test(last) && NUMBER_AFTER.test(after))
	);
}

/** The source's own characters from `start` to `end`, with the signs glued to them. */
export function verbatimSpan(
	source: string,
	places: Int32Array,
	start: number,
	end: number,
): { from: number; to: number } {
	const from = places[start] ?? 0;
	const to = afterCharacter(source, places[end - 1] ?? 0);
	const before = source.slice(Math.max(0, from - SIGHT), from);
	const after = source.slice(to, to + SIGHT);
	const lead = SIGNS_BEFORE.exec(before)?.[1] ?? UNIT_BEFORE.exec(before)?.[0];
	const trail = SIGNS_AFTER.exec(after)?.[1] ?? UNIT_AFTER.exec(after)?.[0];
	return { from: from - (lead?.length ?? 0), to: to + (trail?.length ?? 0) };
}

/** Between two characters of an unspaced script, or of two scripts, a word may end. */
function isOpenBorder(before: string, after: string): boolean {
	return OPEN_END.test(before) || OPEN_START.test(after);
}

function afterCharacter(source: string, offset: number): number {
	return offset + ((source.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1);
}
