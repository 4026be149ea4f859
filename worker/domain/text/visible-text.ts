import { normalizeText } from "./normalize-text.ts";

/**
 * Controls, formats (bidirectional overrides and tag characters among them),
 * lone surrogates, private use, and whatever else draws nothing.
 */
const UNSEEN =
	/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Scripts that spell with joiners: there the first one after a letter stays. */
const JOINED_LETTER =
	/[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Gujr}\p{scx=Guru}\p{scx=Khmr}]/u;
const JOINERS = new Set(["\u200c", "\u200d"]);

/** One line of what a reader sees: nothing invisible, spaces collapsed, composed. */
export function visibleText(text: string): string {
	const seen = text
		.replace(/\s+/gu, " ")
		.replace(UNSEEN, (character, offset: number, whole: string) =>
			JOINERS.has(character) && JOINED_LETTER.test(whole[offset - 1] ?? "")
				? character
				: "",
		);
	return normalizeText(seen, "NFC").replace(/ {2,}/g, " ").trim();
}
