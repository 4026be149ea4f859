import { type SQL, sql } from "drizzle-orm";
import { statements } from "./tables/statements.ts";
import { videos } from "./tables/videos.ts";

/**
 * Which results a reader may see. With `simulated: false` (a provider has a key),
 * simulated results are hidden.
 */
export type View = { simulated: boolean };

/**
 * The condition that the view shows a video. It is literal SQL without parameters: SQLite
 * uses a partial index only for a condition that it can read.
 */
export function shownIn(view: View): SQL {
	return view.simulated ? sql`true` : sql`${videos.simulated} = 0`;
}

/** A result that appears in lists, search and stats. */
export const LISTED: SQL = sql`${videos.analysis_status} = 'completed' and ${videos.listed} = 1`;

/**
 * What statistics count: a score that rests on opened pages, or that of a run that asked no
 * sources. What models believe after a search is left out.
 */
export const COUNTED_RESULT: SQL = sql`(${videos.basis} = 'evidence' or coalesce(json_array_length(${videos.evidence_sources}), 0) = 0)`;
/** The same for one statement: only a run that asked sources gives it a verdict. */
export const COUNTED_STATEMENT: SQL = sql`(${statements.basis} = 'evidence' or ${statements.verdict} is null)`;
