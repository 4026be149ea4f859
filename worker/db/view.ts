import { type SQL, sql } from "drizzle-orm";
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

/** SQL condition: the result appears in search and in the archive. */
export const LISTED: SQL = sql`${videos.analysis_status} = 'completed' and ${videos.listed} = 1`;

/** SQL condition: the whole video was analyzed, so the result appears in stats and feeds too. */
export const LISTED_FULL: SQL = sql`${LISTED} and ${videos.scope} = 'full'`;
