import { bandFor } from "#contract/bands.ts";
import { isCounted } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";

/** Without a byte order mark, Excel reads UTF-8 in the system's legacy code page. */
export const BYTE_ORDER_MARK = "\uFEFF";

type Column = (statement: Statement, video: Video) => string | number | boolean | null;

/** The columns in order, with the same names as the JSON fields. */
const COLUMNS: Record<string, Column> = {
	video_url: (_, video) => video.url,
	video_title: (_, video) => video.title,
	channel_name: (_, video) => video.channel_name,
	statement_id: ({ id }) => id,
	/** Seconds into the video; empty if unknown. */
	timestamp: ({ timestamp, timestamp_source }) =>
		timestamp_source === "unknown" ? null : timestamp,
	timestamp_source: ({ timestamp_source }) => timestamp_source,
	quote: ({ quote }) => quote,
	/** The words spoken around the quote. */
	context_before: ({ context }) => context.before,
	context_after: ({ context }) => context.after,
	content: ({ content }) => content,
	ai_score: ({ ai_score }) => ai_score,
	/** Empty if the statement is unverified, like every number of its score. */
	band: ({ ai_score }) => (ai_score === null ? null : bandFor(ai_score)),
	confidence_level: ({ confidence_level }) => confidence_level,
	/** Empty if the run asked no sources. */
	verdict: ({ verdict }) => verdict,
	unverified_reason: ({ unverified_reason }) => unverified_reason,
	basis: ({ basis }) => basis,
	score_low: ({ interval }) => interval?.low ?? null,
	score_high: ({ interval }) => interval?.high ?? null,
	independent_sources: ({ independent_sources }) => independent_sources,
	when_said: ({ when_said }) => when_said,
	today: ({ today }) => today,
	missing_context: ({ missing_context }) => missing_context,
	/** One piece of evidence per line: stance, quote and page. */
	evidence: ({ evidence }) =>
		evidence
			.map(({ stance, quote, final_url }) =>
				[stance, quote.replace(/\s+/g, " "), final_url].join(" | "),
			)
			.join("\n"),
	openai_score: ({ openai_score }) => openai_score,
	claude_score: ({ claude_score }) => claude_score,
	gemini_score: ({ gemini_score }) => gemini_score,
	/** The providers that failed and have the fallback score. */
	failed: ({ ratings }) =>
		ratings
			.filter(({ status }) => status === "failed")
			.map(({ provider }) => provider)
			.join(" "),
	simulated: (_, video) => video.simulated,
	explanation: ({ explanation }) => explanation,
	/** One URL per line. */
	sources: ({ sources }) => sources.join("\n"),
	upvotes: ({ upvotes }) => upvotes,
	downvotes: ({ downvotes }) => downvotes,
	/**
	 * The votes that the agreement percentage counts and the reason, if it does not count all
	 * votes.
	 */
	shown_upvotes: ({ votes_held }) => votes_held?.upvotes ?? null,
	shown_downvotes: ({ votes_held }) => votes_held?.downvotes ?? null,
	held_reason: ({ votes_held }) => votes_held?.reason ?? null,
	/** What the video's score is based on; the same in each row. */
	video_basis: (_, { basis }) => basis,
	video_checked: (_, { coverage }) => coverage.checked,
	video_checkable: (_, { coverage }) => coverage.checkable,
	/** Whether it is not part of the video's score. */
	on_request: (statement) => !isCounted(statement),
	/** Empty where the transcript names nobody. */
	speaker: ({ speaker }) => speaker ?? null,
};

/**
 * Exports a report's statements as CSV with a header row (RFC 4180, UTF-8 with a byte order
 * mark). No cell can be interpreted as a formula by a program that splits lines at `separator`.
 */
export function statementsCsv(
	video: Video,
	statements: readonly Statement[],
	separator: Separator = ",",
): string {
	const rows = statements.map((statement) =>
		csvLine(
			Object.values(COLUMNS).map((read) => cell(read(statement, video))),
			separator,
		),
	);
	return BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS), separator) + rows.join("");
}

function cell(value: string | number | boolean | null): string | null {
	return value === null ? null : String(value);
}

/**
 * A spreadsheet evaluates a cell that begins like this as a formula; full-width signs count too.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Matches the start of a formula after a line break: some spreadsheets begin a row even in quotes. */
const FORMULA_INSIDE = /([\s"]+)([=+\-@＝＋－＠]?)/gu;
const CUTS = /[\t\r\n]/;
/** Cells that contain one of these must be quoted. */
const SEPARATES = /[",;\t\r\n]/;

/** What Excel expects between cells depends on the system's region. */
export type Separator = "," | ";";

/** One line of a CSV file with its line end (RFC 4180). null becomes an empty cell. */
export function csvLine(cells: readonly (string | null)[], separator: Separator = ","): string {
	return `${cells.map((cell) => quoted(inert(cell ?? ""))).join(separator)}\r\n`;
}

/**
 * The same for programs, with each cell unchanged. For cells that were checked before and cannot be
 * formulas that do anything, such as addresses.
 */
export function plainCsvLine(cells: readonly (string | null)[]): string {
	return `${cells.map((cell) => quoted(cell ?? "")).join(",")}\r\n`;
}

function quoted(cell: string): string {
	return SEPARATES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The cell as a text that no spreadsheet evaluates. */
function inert(cell: string): string {
	const inside = cell.replace(FORMULA_INSIDE, (all, before: string, sign: string) =>
		sign && CUTS.test(before) ? `${before}'${sign}` : all,
	);
	return FORMULA.test(cell) ? `'${inside}` : inside;
}
