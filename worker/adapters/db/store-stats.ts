import { eq, sql } from "drizzle-orm";
import type { Stats } from "#contract/site.ts";
import type { Db } from "./open-db.ts";
import { creators } from "./schema/creators.ts";
import { siteCounters } from "./schema/runs.ts";
import type { View } from "./view.ts";

/** The totals of the view's own kind of results: real and simulated are never added up. */
export async function readStats(db: Db, view: View): Promise<Stats> {
	const { total_videos, total_claims, bs_claims } = siteCounters;
	const total_creators = sql<number>`(select count(*) from ${creators} where ${creators.verified} = 1)`;
	const [row] = await db
		.select({ total_videos, total_claims, bs_claims, total_creators })
		.from(siteCounters)
		.where(eq(siteCounters.simulated, view.simulated));
	if (!row) throw new Error("The site's counters are missing");
	return row;
}
