import { normalizeText } from "../text/normalize-text.ts";
import { aimedSpans } from "./aimed-spans.ts";

/** Far beyond any statement or quote; bounds the work. */
const SEEN_CHARS = 4_000;

/** Text written in characters that only a machine reads; flags spell regions with them. */
const TAGGED = /(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0000}-\u{e007f}]/u;

/**
 * Whether a text speaks to the AI that will rate it: instructions to a model,
 * a score asked for, the marks of a conversation. A sign, not a proof.
 */
export function aimedAtRaters(text: string): boolean {
	const seen = normalizeText(text.slice(0, SEEN_CHARS), "NFC");
	return TAGGED.test(seen) || aimedSpans(seen, 1).length > 0;
}
