import { type SQL, sql } from "drizzle-orm";
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
