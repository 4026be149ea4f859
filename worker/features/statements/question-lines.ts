/*
 * The lines and keys of which the questions to models and the answers to them consist. The questions
 * are written with them, and `protocol-words.ts` makes of them what a page or a speaker must not
 * imitate.
 */

/** What stands before a text, with a number where there are several of its kind. */
export const HEADS = {
	quote: "Quote",
	statement: "Statement",
	words: "The speaker's words",
	words_with_speech: "The speaker's words, with the speech around them",
	words_of: "The speaker's words of statement",
	video: "Video",
} as const;

/** What stands before a page's title below its passage, within the same marks. */
export const PAGE_TITLE = "Title";

/** What stands before each line of a text that has several. */
export const LINE_HEADS = {
	read_quote: { before: "Before it", quote: "Quote", after: "After it" },
	speech: { speaker: "speaker", before: "before", quote: "quote", after: "after" },
	wording: {
		speaker: "SPEAKER",
		before: "BEFORE",
		quote: "QUOTE",
		after: "AFTER",
		wording: "WORDING",
	},
	video: { title: "title", channel: "channel" },
} as const;

/** Heads that people do not write before a colon. The others count beside a neighbour. */
export const RARE_HEADS: readonly string[] = [
	HEADS.words,
	HEADS.words_of,
	HEADS.words_with_speech,
	LINE_HEADS.read_quote.before,
	LINE_HEADS.read_quote.after,
];

/** "wording:" begins a line of ordinary text, which is not written in capitals. */
export const RARE_IN_CAPITALS: readonly string[] = [LINE_HEADS.wording.wording];

type Neighbours = readonly [first: string, second: string];

/** Heads that follow each other in a question and in no ordinary text. */
export const NEIGHBOURS: readonly Neighbours[] = [
	[LINE_HEADS.speech.speaker, LINE_HEADS.speech.before],
	[LINE_HEADS.speech.before, LINE_HEADS.speech.quote],
	[LINE_HEADS.speech.quote, LINE_HEADS.speech.after],
	[LINE_HEADS.wording.after, LINE_HEADS.wording.wording],
	[LINE_HEADS.wording.quote, LINE_HEADS.wording.wording],
	[HEADS.statement, LINE_HEADS.speech.before],
	[HEADS.statement, LINE_HEADS.wording.wording],
];

/** A list of a video's data begins like this too, with capitals. */
export const NEIGHBOURS_IN_LOWER_CASE: readonly Neighbours[] = [
	[LINE_HEADS.video.title, LINE_HEADS.video.channel],
];

/** The fields of each answer by the name of its schema, those of its lists and objects included. */
export const ANSWER_KEYS = {
	support_check: ["shows", "missing_part", "probability"],
	wording_check: ["checks", "statement", "says"],
	search_plan: ["plans", "statement", "neutral", "opposing", "kind", "time_sensitive"],
	statement_rating: ["score", "confidence", "explanation", "sources"],
	evidence_rating: [
		"verdict",
		...["when_said", "today", "score", "confidence", "explanation", "missing"],
		...["citations", "passage", "stance", "quote", "next_query", "lean"],
	],
	statement_extraction: ["statements", "content", "quote", "importance", "left_out", "reason"],
} as const;

/** Keys that are no words of a language. */
export const CODE_KEYS: readonly string[] = Object.values(ANSWER_KEYS)
	.flat()
	.filter((key) => key.includes("_"));
