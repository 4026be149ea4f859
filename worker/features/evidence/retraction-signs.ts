import type { PageNotice } from "#contract/verdicts.ts";
import { foldText } from "#text/fold.ts";
import TABLE from "./retraction-words.json" with { type: "json" };

/**
 * The sign that publishers put before, or in brackets behind, the title of a retracted paper, or before
 * that of its notice: "RETRACTED ARTICLE: …", "Retraction note to: …", "【撤稿】…". It is a stretch of
 * words that consists of nothing else, and ends with a mark: a title about retractions has other words
 * before its colon. No library has the words, which are kept in `retraction-words.json` by language.
 */

type Kind = "retracted" | "retraction" | "ambiguous" | "beside" | "concern";
const KINDS: readonly Kind[] = ["retracted", "retraction", "ambiguous", "concern", "beside"];

const kindOf = new Map<string, Kind>();
for (const kind of KINDS)
	for (const row of TABLE)
		for (const word of row[kind].split(" ").map(foldText))
			if (word !== "" && !kindOf.has(word)) kindOf.set(word, kind);

const UNSPACED =
	/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}/u;
const LONGEST = Math.max(...[...kindOf.keys()].map((word) => word.length));
const MAX_SIGN_CHARS = 80;

const OPENING = "[(\\u3010\\uff08\\uff3b\\u300c";
const CLOSING = "\\])\\u3011\\uff09\\uff3d\\u300d";
const QUOTE = '"\\u201c\\u201e\\u00ab\\u2018\\u300a';
/** What ends a sign: a mark, or a dash with a space. */
const AT_START = new RegExp(
	`^[${OPENING}*\\s]{0,4}([^${OPENING}${CLOSING}${QUOTE}:\\uff1a|.]{2,${MAX_SIGN_CHARS}}?)\\s{0,3}(?:[${CLOSING}${QUOTE}:\\uff1a|.]|\\s[-\\u2013\\u2014]\\s|[\\u2013\\u2014]|$)`,
	"u",
);
const AT_END = new RegExp(
	`[${OPENING}]\\s{0,3}([^${OPENING}${CLOSING}.]{2,${MAX_SIGN_CHARS}})[^${OPENING}${CLOSING}]{0,200}[${CLOSING}]\\.?$`,
	"u",
);
/** "RETRACTED ARTICLE A daily dose …", without a mark. */
const CAPITALS = /^(?:[\p{Lu}\p{M}]{4,30}\s){1,3}(?=\S{0,40}\s\S{0,40}\p{Ll}|\S{0,40}\p{Ll})/u;

/** What the sign of a title says; null if it has none. */
export function retractionSign(title: string): PageNotice | null {
	const text = title.trim();
	const begun = AT_START.exec(text);
	const is_bracketed = /^[[(\u3010\uff08\uff3b]/.test(text);
	return (
		(begun?.[1] && readSign(begun[1], is_bracketed)) ||
		readSign(AT_END.exec(text)?.[1] ?? "", true) ||
		readSign(CAPITALS.exec(text)?.[0] ?? "", false)
	);
}

function readSign(stretch: string, is_bracketed: boolean): PageNotice | null {
	const words = stretch.match(/[\p{L}\p{M}]+/gu) ?? [];
	const kinds = words.flatMap((word) => kindsIn(foldText(word)));
	if (kinds.includes(null)) return null;
	const has = (kind: Kind) => kinds.includes(kind);
	if (has("retracted")) return "retracted";
	if (has("retraction")) return "retraction_notice";
	if (kinds.filter((kind) => kind === "concern").length > 1) return "expression_of_concern";
	// "Withdrawal: …" is also the title of papers about other things.
	const is_capital = /\p{Lu}/u.test(stretch) && !/\p{Ll}/u.test(stretch);
	const is_sign = is_bracketed || is_capital || has("beside");
	return has("ambiguous") && is_sign ? "retracted" : null;
}

/** A word's kinds: one in scripts with spaces, otherwise those of its parts. null is another word. */
function kindsIn(word: string): (Kind | null)[] {
	const whole = kindOf.get(word);
	if (whole) return [whole];
	if (!UNSPACED.test(word)) return [null];
	const kinds: (Kind | null)[] = [];
	for (let at = 0; at < word.length; ) {
		let length = Math.min(LONGEST, word.length - at);
		while (length > 0 && !kindOf.has(word.slice(at, at + length))) length -= 1;
		if (length === 0) return [null];
		kinds.push(kindOf.get(word.slice(at, at + length)) ?? null);
		at += length;
	}
	return kinds;
}
