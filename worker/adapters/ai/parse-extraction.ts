import * as z from "zod";
import { visibleText } from "#domain/text/visible-text.ts";
import { badAnswer } from "#pipeline/call-failure.ts";
import type { ExtractedStatement } from "#pipeline/providers.ts";
import { parsePercent } from "./parse-percent.ts";
import { jsonObjects } from "./read-json.ts";

/** One claim in one sentence; cutting a longer one would change it. */
const MAX_CONTENT_CHARS = 400;
/** A few spoken sentences. */
const MAX_QUOTE_CHARS = 1_000;
const DEFAULT_IMPORTANCE = 50;

const Extracted = z.object({ statements: z.array(z.unknown()) });

const Item = z
	.looseObject({
		content: z
			.string()
			.transform(visibleText)
			.pipe(z.string().min(1).max(MAX_CONTENT_CHARS)),
		quote: z.string().trim().min(1).max(MAX_QUOTE_CHARS),
	})
	.transform(({ content, quote, importance }) => ({
		content,
		quote,
		importance: parsePercent(importance) ?? DEFAULT_IMPORTANCE,
	}));

/**
 * The statements in a model's text, at most `limit`, a space in place of each
 * `sign`. Malformed ones are left out; if all are, the answer is bad. Throws
 * CallFailure.
 */
export function parseExtraction(
	text: string,
	limit: number,
	sign: string,
): ExtractedStatement[] {
	const answer = jsonObjects(text.replaceAll(sign, " "))
		.map((value) => Extracted.safeParse(value))
		.findLast((result) => result.success);
	if (answer?.data === undefined) throw badAnswer();
	const items = answer.data.statements;
	const read = items.flatMap((item) => {
		const result = Item.safeParse(item);
		return result.success ? [result.data] : [];
	});
	if (items.length > 0 && read.length === 0) throw badAnswer();
	return read.slice(0, limit);
}
