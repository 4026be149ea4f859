import * as z from "zod";
import { VERDICTS } from "#contract/verdicts.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const Day = z.string().regex(DAY, "a day is written YYYY-MM-DD");

/** As much as the product reads of a page. */
const MAX_PAGE_CHARS = 2_000_000;
const MAX_STATEMENT_CHARS = 1_000;
const MAX_PAGES = 50;

const Page = z
	.strictObject({
		url: z.url({ protocol: /^https?$/ }).max(2_000),
		title: z.string().max(300).default(""),
		/** Of a page whose text does not tell it. */
		published_at: Day.nullable().default(null),
		language: z.string().max(35).nullable().default(null),
		/** One of the two. */
		text: z.string().max(MAX_PAGE_CHARS).optional(),
		html: z.string().max(MAX_PAGE_CHARS).optional(),
		/** What people marked as the evidence in it; null for a page without any. */
		gold: z.string().max(MAX_PAGE_CHARS).nullable().default(null),
	})
	.refine(
		({ text, html }) => (text === undefined) !== (html === undefined),
		"a page has either text or html",
	);

/** One line of a set in the plain form, which docs/accuracy.md describes. */
export const EvaluationStatement = z.strictObject({
	id: z.string().min(1).max(200),
	statement: z.string().trim().min(1).max(MAX_STATEMENT_CHARS),
	/** The right verdict; "unverified" if the pages do not settle it. */
	label: z.enum(VERDICTS),
	category: z.string().max(100).default(""),
	said_on: Day.nullable().default(null),
	language: z.string().max(35).nullable().default(null),
	/** What else is said in the video. */
	transcript: z.string().max(MAX_PAGE_CHARS).default(""),
	channel: z.string().max(200).nullable().default(null),
	pages: z.array(Page).max(MAX_PAGES).default([]),
});
export type EvaluationStatement = z.infer<typeof EvaluationStatement>;
export type EvaluationPage = z.infer<typeof Page>;

export function isDay(text: string): boolean {
	return DAY.test(text) && !Number.isNaN(Date.parse(text));
}
