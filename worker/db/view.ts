import { type SQL, sql } from "drizzle-orm";
import { videos } from "./tables/videos.ts";

/**
 * What a reader may see. `simulated: false` (a provider has a key) treats
 * simulated results as absent.
 */
export type View = { simulated: boolean };

/**
 * A video that the view shows. Written out rather than bound: SQLite uses a
 * partial index only for a condition that it can read.
 */
export function shownIn(view: View): SQL {
	return view.simulated ? sql`true` : sql`${videos.simulated} = 0`;
}

/** A result that stands in lists, search and stats. */
export const LISTED: SQL = sql`${videos.analysis_status} = 'completed' and ${videos.listed} = 1`;
