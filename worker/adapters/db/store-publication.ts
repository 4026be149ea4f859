import { eq } from "drizzle-orm";
import type { RunId } from "#contract/ids.ts";
import type { Publication } from "#pipeline/publication.ts";
import { uniqueViolation } from "./errors.ts";
import type { Db, DbStatement } from "./open-db.ts";
import { applied, yieldToEarlier } from "./publication/applied.ts";
import { moveCounters } from "./publication/move-counters.ts";
import { recordPublication, recordRun } from "./publication/record-run.ts";
import { settleRequests } from "./publication/settle-requests.ts";
import { clearSearch, writeSearch } from "./publication/write-search.ts";
import { writeStatements } from "./publication/write-statements.ts";
import { writeTranscript } from "./publication/write-transcript.ts";
import { writeTotals, writeVideo } from "./publication/write-video.ts";
import { publications } from "./schema/runs.ts";

/**
 * Writes the end of a run, whole or not at all. A run that was published
 * before is told by its id and changes nothing. Where an earlier result
 * outranks the run's ending, that result stays as it is and the run is only
 * recorded. Any other error is the database's own and may be tried again.
 */
export async function publish(
	db: Db,
	publication: Publication,
): Promise<"published" | "already"> {
	try {
		await db.batch(publicationBatch(db, publication));
		return "published";
	} catch (error) {
		if (uniqueViolation(error) === null) throw error;
		const earlier = await readPublication(db, publication.run_id);
		if (earlier?.video_id !== publication.video_id) throw error;
		return "already";
	}
}

/** How a run ended, or null while it has not. */
export async function readPublication(
	db: Db,
	run_id: RunId,
): Promise<Pick<
	typeof publications.$inferSelect,
	"video_id" | "outcome" | "applied" | "ended_at" | "last_seq"
> | null> {
	const { video_id, outcome, applied, ended_at, last_seq } = publications;
	const [row] = await db
		.select({ video_id, outcome, applied, ended_at, last_seq })
		.from(publications)
		.where(eq(publications.run_id, run_id));
	return row ?? null;
}

/** The order matters: what the old result added is taken out before it goes. */
function publicationBatch(
	db: Db,
	publication: Publication,
): [DbStatement, ...DbStatement[]] {
	const { video_id } = publication;
	const condition = applied(publication.run_id);
	return [
		recordPublication(db, publication),
		yieldToEarlier(db, publication),
		moveCounters(db, video_id, -1, condition),
		...clearSearch(db, publication, condition),
		writeVideo(db, publication, condition),
		...writeStatements(db, publication, condition),
		...writeTranscript(db, publication, condition),
		writeTotals(db, publication, condition),
		...writeSearch(db, publication, condition),
		moveCounters(db, video_id, 1, condition),
		...recordRun(db, publication),
		...settleRequests(db, publication),
	];
}
