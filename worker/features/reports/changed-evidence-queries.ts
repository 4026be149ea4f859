import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Evidence } from "#contract/evidence.ts";
import type { VideoId } from "#contract/ids.ts";
import type { Verdict } from "#contract/verdicts.ts";
import { runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { evidenceByStatement, readEvidenceRows } from "#features/statements/evidence-queries.ts";

/** A shown result, with what its verdicts rest on. */
type ResultGrounds = {
	run_id: string;
	title: string;
	started_by: string | null;
	evidence_changed_at: string | null;
	statements: { verdict: Verdict | null; evidence: Evidence[] }[];
};

/** null if the video has no real result. */
export async function readGrounds(db: Db, video_id: VideoId): Promise<ResultGrounds | null> {
	const { run_id, title, started_by, evidence_changed_at } = videos;
	const { results, rows, evidence } = await runBatch(db, {
		results: db
			.select({ run_id, title, started_by, evidence_changed_at })
			.from(videos)
			.where(
				and(
					eq(videos.id, video_id),
					eq(videos.analysis_status, "completed"),
					eq(videos.simulated, false),
				),
			),
		rows: db
			.select({ id: statements.id, verdict: statements.verdict })
			.from(statements)
			.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at))),
		evidence: readEvidenceRows(db, { video_id }),
	});
	const [video] = results;
	if (!video) return null;
	const pieces = evidenceByStatement(evidence);
	return {
		...video,
		statements: rows.map(({ id, verdict }) => ({
			verdict: verdict as Verdict | null,
			evidence: pieces.get(id) ?? [],
		})),
	};
}

/** The result of this run is shown, and its evidence is not marked as changed. */
export function isUnmarked(video_id: VideoId, run_id: string): SQL {
	return sql`exists (select 1 from ${videos} where ${videos.id} = ${video_id} and ${videos.run_id} = ${run_id} and ${videos.evidence_changed_at} is null)`;
}

/** Marks the result of this run, or removes the mark (null). */
export function markEvidence(
	db: Db,
	{ video_id, run_id }: { video_id: VideoId; run_id: string },
	evidence_changed_at: string | null,
): DbStatement {
	return db
		.update(videos)
		.set({ evidence_changed_at })
		.where(and(eq(videos.id, video_id), eq(videos.run_id, run_id)));
}
