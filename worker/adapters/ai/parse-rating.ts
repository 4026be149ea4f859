import * as z from "zod";
import { badAnswer } from "#pipeline/call-failure.ts";
import type { RatingAnswer } from "#pipeline/providers.ts";
import { visibleLine } from "./hidden-characters.ts";
import { parsePercent } from "./parse-percent.ts";
import { parseSources } from "./parse-sources.ts";
import { jsonObjects } from "./read-json.ts";

const DEFAULT_CONFIDENCE = 50;
const DEFAULT_EXPLANATION = "No analysis available";
/** A short paragraph; what does not fit a card is not read. */
const MAX_EXPLANATION_CHARS = 600;

const Rated = z.looseObject({
	score: z.unknown().transform((value, context) => {
		const score = parsePercent(value);
		if (score !== null) return score;
		context.addIssue("not a score");
		return z.NEVER;
	}),
});

/**
 * A rating from a model's text: the last object with a usable score, since what
 * stands before the answer may repeat the statement. Throws CallFailure.
 */
export function parseRating(text: string): RatingAnswer {
	const rated = jsonObjects(text)
		.map((value) => Rated.safeParse(value))
		.findLast((result) => result.success);
	if (rated?.data === undefined) throw badAnswer();
	const { score, confidence, explanation, sources } = rated.data;
	return {
		score,
		confidence: parsePercent(confidence) ?? DEFAULT_CONFIDENCE,
		explanation: parseExplanation(explanation),
		sources: parseSources(sources),
	};
}

function parseExplanation(value: unknown): string {
	const text = typeof value === "string" ? visibleLine(value) : "";
	return shortened(text, MAX_EXPLANATION_CHARS) || DEFAULT_EXPLANATION;
}

/** Cut between characters, never inside one. */
function shortened(text: string, max_chars: number): string {
	if (text.length <= max_chars) return text;
	return `${text.slice(0, max_chars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
