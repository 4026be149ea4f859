import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Publication } from "#pipeline/publication.ts";
import type { Db, DbStatement } from "../open-db.ts";
import { publications } from "../schema/runs.ts";
import { videos } from "../schema/videos.ts";

/** Holds within the batch of a run that replaces what its video showed. */
export function applied(run_id: string): SQL {
	return sql`exists (select 1 from ${publications} where ${publications.run_id} = ${run_id} and ${publications.applied} = 1)`;
}

/**
 * Marks the run as not applied where an earlier result outranks its ending: any
 * result outranks a failure, a real one whatever is simulated; but a simulated
 * one nothing that is real.
 */
export function yieldToEarlier(db: Db, publication: Publication): DbStatement {
	return db
		.update(publications)
		.set({ applied: false })
		.where(
			and(
				eq(publications.run_id, publication.run_id),
				sql`exists (select 1 from ${videos} where ${videos.id} = ${publication.video_id} and ${videos.analysis_status} = 'completed' and ${outranks(publication)})`,
			),
		);
}

function outranks(publication: Publication): SQL {
	const real = sql`${videos.simulated} = 0`;
	if (publication.outcome === "completed")
		return publication.simulated ? real : sql`false`;
	return publication.simulated ? sql`true` : real;
}
