import type { TextSpan } from "./plain-form.ts";
import {
	HEADS,
	LINE_HEADS,
	NEIGHBOURS,
	NEIGHBOURS_IN_LOWER_CASE,
	RARE_HEADS,
	RARE_IN_CAPITALS,
} from "./question-lines.ts";

/** In bare plain form, where every quotation mark is `"`. */
const plain = (head: string) => head.toLowerCase().replaceAll("'", '"');

const ALL_HEADS = [...Object.values(HEADS), ...Object.values(LINE_HEADS).flatMap(Object.values)];
const NAMES = [...new Set(ALL_HEADS.map(plain))].sort((a, b) => b.length - a.length).join("|");
/**
 * A head before its colon, at the beginning of a line or a sentence. One with a number may stand on a
 * line of its own.
 */
const HEAD = new RegExp(
	`(?<![\\p{L}\\p{N},]|[\\p{L}\\p{N},] )(?<name>${NAMES})(?: \\d{1,3})?["*_]{0,3} ?(?:[:∶꞉ː׃]|(?<=\\d)(?=\\n))`,
	"gu",
);
/** A speaker's words in a question have 1,500 characters. */
const MOST_APART = 2_000;
const MOST_LINES_APART = 2;

const RARE = new Set(RARE_HEADS.map(plain));
const IN_CAPITALS = new Set(RARE_IN_CAPITALS.map(plain));
const keysOf = (pairs: readonly (readonly [string, string])[]) =>
	new Set(pairs.map((pair) => pair.map(plain).join("\n")));
const PAIRS = keysOf(NEIGHBOURS);
const LOWER_PAIRS = keysOf(NEIGHBOURS_IN_LOWER_CASE);

type Head = { name: string; start: number; written: string };

function isRare({ name, written }: Head): boolean {
	return RARE.has(name) || (IN_CAPITALS.has(name) && !/\p{Ll}/u.test(written));
}

/** Whether two heads that follow each other in the text do so in a question. */
function areNeighbours(first: Head, second: Head, text: string): boolean {
	if (second.start - first.start > MOST_APART) return false;
	const lines = text.slice(first.start, second.start).split("\n").length - 1;
	if (lines > MOST_LINES_APART) return false;
	const pair = `${first.name}\n${second.name}`;
	return (
		PAIRS.has(pair) || (LOWER_PAIRS.has(pair) && !/\p{Lu}/u.test(first.written + second.written))
	);
}

/**
 * The places at which a text imitates the lines of a question: rare heads, and common ones that
 * follow each other. `text` is in bare plain form with its lines and with `"` for every quotation
 * mark; `place` finds its spans in `source`.
 */
export function findHeads(
	text: string,
	place: (span: TextSpan) => TextSpan,
	source: string,
): TextSpan[] {
	const spans: TextSpan[] = [];
	let last: Head | null = null;
	for (const { index: start, 0: match, groups } of text.matchAll(HEAD)) {
		const end = start + match.length;
		const own = place({ start, end });
		const head = { name: groups?.name ?? "", start, written: source.slice(own.start, own.end) };
		if (isRare(head)) spans.push(own);
		else if (last && areNeighbours(last, head, text)) spans.push(place({ start: last.start, end }));
		last = head;
	}
	return spans;
}
