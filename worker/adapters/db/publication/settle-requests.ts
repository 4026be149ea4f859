import { and, eq, isNull } from "drizzle-orm";
import type { Publication } from "#pipeline/publication.ts";
import type { Db, DbStatement } from "../open-db.ts";
import { requestedAnalyses } from "../schema/requested-analyses.ts";
import { queueWebhooks } from "../webhooks/queue-webhooks.ts";

/** Whoever waits for this run learns how it ended with the result itself, or not at all. */
export function settleRequests(
	db: Db,
	publication: Publication,
): DbStatement[] {
	const { run_id, outcome, ended_at } = publication;
	const waiting = eq(requestedAnalyses.run_id, run_id);
	return [
		db
			.update(requestedAnalyses)
			.set({
				status: outcome,
				error: publication.outcome === "failed" ? publication.error : null,
				settled_at: ended_at,
			})
			.where(and(waiting, isNull(requestedAnalyses.settled_at))),
		queueWebhooks(db, waiting),
	];
}
