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

/** Whether the view shows a stored result. */
export function isShown(
	{ simulated, hidden_at }: { simulated: boolean; hidden_at: string | null },
	view: View,
): boolean {
	return hidden_at === null && (view.simulated || !simulated);
}

/** SQL condition: no admin has taken the video's report down. */
const NOT_HIDDEN: SQL = sql`${videos.hidden_at} is null`;

/**
 * SQL condition: the view shows the video. It contains no parameters, because SQLite uses a
 * partial index only if it can compare the literal condition.
 */
export function shownIn(view: View): SQL {
	return view.simulated ? NOT_HIDDEN : sql`${videos.simulated} = 0 and ${NOT_HIDDEN}`;
}

/**
 * SQL condition: the result is in the indexes of search. A hidden one stays there, so that it is
 * found as soon as it is shown again.
 */
export const INDEXED: SQL = sql`${videos.analysis_status} = 'completed' and ${videos.listed} = 1`;

/** SQL condition: the result appears in search and in the archive. */
export const LISTED: SQL = sql`${INDEXED} and ${NOT_HIDDEN}`;

/** SQL condition: the whole video was analyzed, so the result appears in stats and feeds too. */
export const LISTED_FULL: SQL = sql`${LISTED} and ${videos.scope} = 'full'`;

/**
 * SQL condition on statements, retired ones included: an admin has taken down the statement, or an
 * earlier or later form of it in the same video.
 */
export const TAKEN_DOWN: SQL = sql`exists (select 1 from takedowns down where down.kind = 'statement' and down.video_id = ${statements.video_id} and (down.subject_id = ${statements.id} or down.quote_key = ${statements.quote_key} or down.claim_key = ${statements.claim_key}))`;
