import { type SQL, sql } from "drizzle-orm";
import { statements } from "./tables/statements.ts";
import { videos } from "./tables/videos.ts";

/**
 * Which results a reader may see. `simulated: false` hides the results of demo mode; it is used if
 * a provider has a key.
 */
export type View = { simulated: boolean };

/**
 * Whether the ratings of a stored result are simulated. The column `simulated` marks every result
 * of demo mode; one with an empty panel has no ratings, only sources.
 */
export function isSimulated({ simulated, panel }: { simulated: boolean; panel: unknown }): boolean {
	return simulated && Array.isArray(panel) && panel.length > 0;
}

/**
 * SQL condition: the view shows the video. It contains no parameters, because SQLite uses a
 * partial index only if it can compare the literal condition.
 */
export function shownIn(view: View): SQL {
	return view.simulated ? sql`true` : sql`${videos.simulated} = 0`;
}

/** SQL condition: the result appears in lists, search and stats. */
export const LISTED: SQL = sql`${videos.analysis_status} = 'completed' and ${videos.listed} = 1`;

/**
 * SQL condition: statistics include the score. Scores based on evidence count, and scores of runs
 * without sources. Scores from memory in a run with sources do not, and a result without raters has
 * none.
 */
export const COUNTED_RESULT: SQL = sql`((${videos.basis} = 'evidence' or json_array_length(${videos.evidence_sources}) = 0) and json_array_length(${videos.panel}) > 0)`;
/** The same condition for a statement. Only a run with sources gives a statement a verdict. */
export const COUNTED_STATEMENT: SQL = sql`(${statements.basis} = 'evidence' or ${statements.verdict} is null)`;
