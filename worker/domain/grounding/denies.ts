import type { Words } from "../same-content.ts";
import { normalizeText } from "../text/normalize-text.ts";
import { DENIALS, DENIED_VERB } from "../text/turning-words.ts";

/** Where a denial is written together with what it denies. */
const INSIDE = /ない|なかった|ません|않|없|못하|아니|ไม่|บ่/u;

/** Whether a text says that something is not so; `words` are its own. */
export function denies(text: string, words: Words): boolean {
	return (
		words.some((it) => DENIALS.has(it) || DENIED_VERB.test(it)) ||
		INSIDE.test(normalizeText(text, "NFKC"))
	);
}
