import * as z from "zod";
import {
	clampToVerdict,
	RATER_VERDICTS,
	type RaterVerdict,
	STANCES,
	type Stance,
	TODAY,
	VERDICT_RANGES,
	WHEN_SAID,
} from "#contract/verdicts.ts";
import { asList, readAnswer } from "#providers/answer-json.ts";
import { badAnswer } from "#providers/call-failure.ts";
import { readPercents } from "#providers/percent.ts";
import { visibleLine, withoutEcho } from "#providers/prompt-text.ts";
import { cutAtWord } from "#text/clean.ts";
import { oneWord, SIDE_WORDS, STANCE_WORDS, VERDICT_WORDS } from "./answer-words.ts";
import type { GivenPassage } from "./given-passages.ts";
import {
	type Citation,
	type DroppedCitation,
	type Judgement,
	withoutWeakConflict,
} from "./judgement.ts";
import { hasMarkOfDoubt } from "./marks-of-doubt.ts";
import { checkQuote } from "./quote-check.ts";
import type { QuotedStatement } from "./related-quote.ts";
import { cleanQuery } from "./search-plan.ts";

/** A rater's answer before the quote check. */
export type EvidenceAnswer = Omit<Judgement, "citations" | "dropped"> & {
	citations: readonly { passage: string; stance: Stance; quote: string }[];
	/** The rater's next search query; null unless the verdict is "not_enough_evidence". */
	next_query: string | null;
};

/** A score that is further outside its verdict's range contradicts the verdict. */
const MAX_OUTSIDE = 10;
const DEFAULT_CONFIDENCE = 50;
const DEFAULT_EXPLANATION = "No analysis available";
const MAX_EXPLANATION_CHARS = 600;
const MAX_MISSING_CHARS = 300;
/** More than these quotes of an answer are not read. */
export const MAX_CITATIONS = 8;
/** Longer quotes are truncated here; the quote check then rejects them as too long. */
const MAX_KEPT_QUOTE_CHARS = 1_000;
/** An abstention has no score. */
const NO_SCORE = 50;

const line = (max: number) =>
	z
		.string()
		.catch("")
		.transform((text) => cutAtWord(visibleLine(text), max));

const LeanAnswer = z.looseObject({}).nullable().catch(null);

const CitationAnswer = z.object({
	passage: z.union([z.string().max(20), z.int()]).transform(String),
	stance: oneWord(STANCES, STANCE_WORDS),
	quote: z.string().transform((quote) => visibleLine(quote).slice(0, MAX_KEPT_QUOTE_CHARS)),
});

const Answer = z.looseObject({
	verdict: oneWord(RATER_VERDICTS, VERDICT_WORDS),
	when_said: oneWord(WHEN_SAID, SIDE_WORDS).catch("unknown"),
	today: oneWord(TODAY, { ...SIDE_WORDS, the_same: "same", unchanged: "same" }).catch("unknown"),
	explanation: line(MAX_EXPLANATION_CHARS),
	missing: line(MAX_MISSING_CHARS),
	citations: z.preprocess(asList, z.array(z.unknown()).catch([])),
	next_query: z.string().catch(""),
	lean: LeanAnswer,
});

/**
 * Parses a rating from a model's text. Uses the last object that has a verdict, because the text
 * before the answer may repeat the passages. A field that repeats the question's instructions is
 * empty. Throws CallFailure.
 */
export function parseEvidenceAnswer(text: string, instructions = ""): EvidenceAnswer {
	const { verdict, explanation, citations, next_query, lean, ...rest } = readAnswer(text, Answer);
	const { when_said, today, missing } = rest;
	const own = (field: string) => withoutEcho(field, instructions);
	const [score = null, confidence, lean_score = null, lean_confidence] = readPercents([
		rest.score,
		rest.confidence,
		lean?.score,
		lean?.confidence,
	]);
	return {
		verdict,
		when_said,
		today,
		missing: own(missing),
		lean:
			lean_score === null
				? null
				: { score: lean_score, confidence: lean_confidence ?? DEFAULT_CONFIDENCE },
		score: readScore(score, verdict),
		confidence: confidence ?? DEFAULT_CONFIDENCE,
		explanation: own(explanation) || DEFAULT_EXPLANATION,
		citations: citations.slice(0, MAX_CITATIONS).flatMap((value) => {
			const citation = CitationAnswer.safeParse(value);
			return citation.success ? [citation.data] : [];
		}),
		next_query: verdict === "not_enough_evidence" ? cleanQuery(own(next_query)) : null,
	};
}

function readScore(score: number | null, verdict: RaterVerdict): number {
	if (verdict === "not_enough_evidence" || verdict === "not_checkable") return NO_SCORE;
	if (score === null) throw badAnswer("the answer has no score");
	const { low, high } = VERDICT_RANGES[verdict];
	if (score < low - MAX_OUTSIDE || score > high + MAX_OUTSIDE)
		throw badAnswer("the score does not fit the verdict");
	return clampToVerdict(score, verdict);
}

/** Checks each quote of the answer against the passage that it names. */
export function judgeAnswer(
	{ citations, next_query: _, ...answer }: EvidenceAnswer,
	given: readonly GivenPassage[],
	statement: QuotedStatement,
): Judgement {
	const found: Citation[] = [];
	const dropped: DroppedCitation[] = [];
	for (const { passage: name, stance, quote } of citations) {
		const source = given.find((it) => it.name === passageName(name));
		const page = { title: source?.title ?? "", language: source?.language ?? null };
		const check = checkQuote(quote, source?.passage, statement, page);
		if (!check.ok || !source) {
			const reason = check.ok ? "unknown_passage" : check.reason;
			dropped.push({ page_id: source?.page_id ?? null, quote, reason });
			continue;
		}
		const { page_id, cluster, published_at, by_member, kind } = source;
		const doubted = hasMarkOfDoubt(source.passage.text);
		const place = { page_id, cluster, published_at, by_member, kind, doubted };
		found.push({ ...place, stance, found: check.found });
	}
	return withoutWeakConflict({ ...answer, citations: found, dropped });
}

/** Normalises "p3", "[P3]" and "3" to "P3". */
function passageName(text: string): string {
	return `P${/\d{1,2}/.exec(text)?.[0] ?? ""}`;
}
