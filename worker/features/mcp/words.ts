import { reportPath, statementPath } from "#contract/addresses.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import type { Evidence } from "#contract/evidence.ts";
import { quoteWords, STANCE_WORDS } from "#contract/evidence-words.ts";
import { clockTime, inQuotes, plural } from "#contract/format.ts";
import type { LookupEntry } from "#contract/lookup.ts";
import { madeByWords } from "#contract/made-by.ts";
import {
	coverageWords,
	hollowWords,
	isCounted,
	ON_REQUEST_WORDS,
	scoreStanding,
	shownScore,
} from "#contract/score-standing.ts";
import type { FoundStatement, Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Report } from "#contract/video.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";

/*
 * What the tools answer: short lines, with links, in which nothing that was not checked looks as if
 * it was.
 */

/** The most statements of a report that are listed; it has a link for the rest. */
const MAX_STATEMENTS = 30;
/** The most pages of a statement that are quoted. */
const MAX_EVIDENCE = 8;
/** The longest text of others in a line. */
const MAX_CHARS = 500;

const MEMORY = "rated from memory, without sources";
const SIMULATED = "simulated for a demonstration";

/** A text of others in one line, without characters that hide or reorder. */
export const line = (text: string) => cutAtWord(visibleText(text), MAX_CHARS);

type Scored = Pick<LookupEntry, "bs_score" | "basis" | "coverage" | "scope" | "simulated">;

/** The score in words: "BS score 45 of 100 (0 is factual, 100 is false), 5 of 7 checked". */
function scoreWords({ coverage, simulated, ...result }: Scored): string {
	const made_up = simulated ? `, ${SIMULATED}` : "";
	const bs_score = shownScore({ bs_score: result.bs_score, coverage });
	if (bs_score === null)
		return `No score. ${hollowWords({ coverage, scope: result.scope })}${made_up}.`;
	const words = BAND_WORDS[bandFor(bs_score)].video;
	const basis = scoreStanding(result) === "panel" ? MEMORY : coverageWords(coverage);
	return `BS score ${bs_score} of 100 (0 is factual, 100 is false), ${words}, ${basis}${made_up}.`;
}

type Marked = Pick<
	FoundStatement,
	| "id"
	| "video_id"
	| "content"
	| "timestamp"
	| "timestamp_source"
	| "basis"
	| "verdict"
	| "unverified_reason"
	| "ai_score"
> &
	Pick<Statement, "on_request">;

function markWords(statement: Marked, simulated: boolean): string {
	const { words } = statementMark(statement);
	const notes = [
		...(statement.ai_score === null ? [] : [`score ${statement.ai_score}`]),
		...(statement.ai_score !== null && statement.basis === "memory" ? [MEMORY] : []),
		...(simulated ? [SIMULATED] : []),
		...(isCounted(statement) ? [] : [ON_REQUEST_WORDS.toLowerCase()]),
	];
	return notes.length === 0 ? words : `${words} (${notes.join(", ")})`;
}

function statementLine(statement: Marked, simulated: boolean, origin: string): string {
	const at = statement.timestamp_source === "unknown" ? "" : `[${clockTime(statement.timestamp)}] `;
	const link = origin + statementPath(statement.video_id, statement.id);
	return `- ${at}${markWords(statement, simulated)}: ${inQuotes(line(statement.content))} (statement ${statement.id}) ${link}`;
}

export function lookupText(entry: LookupEntry, origin: string): string {
	return `${scoreWords(entry)} ${plural(entry.claims_count, "statement")}. ${origin}${reportPath(entry.id)}`;
}

/** Statements as a list, for the answer to a search or a moment. */
export function statementsText(
	statements: readonly (Marked & { simulated?: boolean; video_title?: string })[],
	origin: string,
): string {
	return statements
		.map((statement) => {
			const said_in = statement.video_title
				? `\n  In ${inQuotes(line(statement.video_title))}`
				: "";
			return statementLine(statement, statement.simulated ?? false, origin) + said_in;
		})
		.join("\n");
}

export function reportText({ video, statements, analysis }: Report, origin: string): string {
	const running =
		analysis?.status === "analyzing"
			? [`An analysis is running (${Math.round(analysis.progress)} %). Ask again in a minute.`]
			: [];
	const finished =
		video.analysis_status === "completed"
			? [scoreWords(video), madeByWords(video) ?? ""]
			: [video.analysis_status === "failed" ? "The analysis failed." : "There is no result yet."];
	const shown = statements.slice(0, MAX_STATEMENTS);
	const rest = statements.length - shown.length;
	return [
		`${inQuotes(line(video.title || video.id))} by ${line(video.channel_name || "an unknown channel")}`,
		...running,
		...finished,
		`Report: ${origin}${reportPath(video.id)}`,
		...shown.map((statement) => statementLine(statement, video.simulated, origin)),
		...(rest > 0 ? [`${rest} more in the report.`] : []),
	]
		.filter((it) => it !== "")
		.join("\n");
}

/** A statement with the pages that its verdict rests on. */
export function evidenceText(statement: Statement, simulated: boolean, origin: string): string {
	const { evidence, quote, explanation, missing_context, basis } = statement;
	const shown = evidence.slice(0, MAX_EVIDENCE);
	const none =
		basis === "memory" && statement.ai_score !== null
			? "No page was opened: the models rated from memory."
			: "No page with a quote that shows it.";
	return [
		`${markWords(statement, simulated)}: ${inQuotes(line(statement.content))}`,
		...(quote ? [`Said: ${inQuotes(quoteWords(line(quote)))}`] : []),
		...(missing_context ? [`Missing context: ${line(missing_context)}`] : []),
		...(explanation
			? [`Why${simulated ? "" : ", as AI models wrote it"}: ${line(explanation)}`]
			: []),
		evidence.length === 0
			? none
			: "Pages that were opened, with quotes that a program found on them:",
		...shown.map((it) => evidenceLine(it, origin)),
		...(evidence.length > shown.length ? [`${evidence.length - shown.length} more there:`] : []),
		origin + statementPath(statement.video_id, statement.id),
	].join("\n");
}

function evidenceLine(piece: Evidence, origin: string): string {
	const { stance, quote, title, site, published_at, final_url, state } = piece;
	const dated = published_at === null ? "" : `, ${published_at}`;
	const lost = state === "found" ? "" : " The quote is no longer on the page.";
	// The address of a sample page has no host.
	const address = final_url.startsWith("/") ? origin + final_url : final_url;
	return `- ${STANCE_WORDS[stance]}: ${inQuotes(line(quote))} ${line(title)} (${site}${dated}) ${address}${lost}`;
}
