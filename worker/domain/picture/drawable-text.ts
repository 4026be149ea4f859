import { normalizeText } from "../text/normalize-text.ts";
import type { Typesetter } from "./typesetter.ts";

/** What a text is made of; without it there is nothing to read. */
const SPELLS = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/gu;
/** Below this share of letters that can be drawn, a text is no longer itself. */
const READABLE_SHARE = 0.5;

/**
 * The text as the fonts can draw it, or null where too little of it is left.
 * Emoji and other signs go; a letter loses a mark before it is lost; words of
 * other scripts leave an ellipsis, so that it shows that something is missing.
 */
export function drawableText(
	text: string,
	{ draws }: Pick<Typesetter, "draws">,
): string | null {
	let spelled = 0;
	let lost = 0;
	const drawn = [...normalizeText(text, "NFC")].map((character) => {
		const counts = SPELLS.test(character);
		if (counts) spelled += 1;
		if (draws(character)) return character;
		const plain = plainForm(character, draws);
		if (plain !== null) return plain;
		if (counts) lost += 1;
		return counts ? "…" : "";
	});
	if (spelled === 0 || 1 - lost / spelled < READABLE_SHARE) return null;
	const tidy = drawn
		.join("")
		.replace(/\s+/g, " ")
		.replace(/…(?: ?…)+/g, "…")
		.trim();
	return SPELLS.test(tidy) ? tidy : null;
}

/** The same letters without marks, or in their usual width; null if they are not there either. */
function plainForm(
	character: string,
	draws: Typesetter["draws"],
): string | null {
	const plain = normalizeText(character, "NFKD").replace(MARK, "");
	return plain !== "" && [...plain].every(draws) ? plain : null;
}
