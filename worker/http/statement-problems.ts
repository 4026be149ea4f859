import {
	badInput,
	conflicting,
	notFound,
	notSignedIn,
	type ProblemEntry,
	unprocessable,
} from "./problem-kinds.ts";

/** The part of the catalogue with problems of statements, evidence and votes. */
export const STATEMENT_PROBLEMS = {
	evidence_not_found: notFound("Evidence not found", "There is no such evidence."),
	statement_not_found: notFound("Statement not found", "There is no such statement."),
	"statement_retired/vote": conflicting(
		"Statement retired",
		"A newer analysis of this video no longer includes this statement, so voting on it is closed.",
	),
	bad_state: badInput("A check of votes is open, lifted or upheld."),
	burst_not_found: notFound("Check not found", "There is no such check of votes."),

	// Pages that members add
	"not_signed_in/page": notSignedIn("Please sign in to add a page"),
	page_not_opened: unprocessable("Page not opened", "{reason}"),
	"page_not_opened/address": unprocessable(
		"Page not opened",
		"Enter the whole address of the page, beginning with https://.",
	),
	page_without_statement: unprocessable(
		"Page without statement",
		"A page can be added only to a response to one statement.",
	),
	"statement_retired/page": conflicting(
		"Statement retired",
		"A newer analysis of this video no longer includes this statement, so no page can be added to it.",
	),
	pages_not_read: conflicting(
		"Pages not read",
		"This site rates without sources at the moment, so no analysis would read the page.",
	),
} as const satisfies Record<string, ProblemEntry>;
