import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Evidence } from "#contract/evidence.ts";
import type { VideoId } from "#contract/ids.ts";
import { hasLostGround } from "#contract/leading-evidence.ts";
import type { Verdict } from "#contract/verdicts.ts";
import { runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { type LostStatement, writeLostEvidence } from "#features/follows/event-queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import { evidenceByStatement, readEvidenceRows } from "#features/statements/evidence-queries.ts";
import { isHiddenPage, toHiddenPages } from "#features/takedowns/hidden-pages.ts";
import { readHiddenPages } from "#features/takedowns/hidden-pages-queries.ts";
import { queueEvidenceEvents } from "#features/webhooks/queries.ts";
import type { Context } from "#worker/context.ts";

/**
 * Marks a result if a verdict has lost its ground, and notifies who analysed it, once. Removes the
 * mark if every verdict has its ground again. The verdicts stay until the next analysis.
 */
export async function noteChangedEvidence(
	{ db: { primary }, now }: Pick<Context, "db" | "now">,
	video_id: VideoId,
): Promise<void> {
	const result = await readGrounds(primary, video_id);
	if (result === null) return;
	const { run_id, title, started_by, evidence_changed_at } = result;
	const lost = result.statements.filter(hasLostGround);
	if (lost.length > 0 === (evidence_changed_at !== null)) return;
	const shown = { video_id, run_id };
	if (lost.length === 0) {
		await primary.batch([markEvidence(primary, shown, null)]);
		return;
	}
	const at = now().toISOString();
	const unmarked = isUnmarked(video_id, run_id);
	const batch: [DbStatement, ...DbStatement[]] = [
		queueEvidenceEvents(primary, { video_id, at }, unmarked),
		...writeLostEvidence(primary, { video_id, at, lost }, unmarked),
	];
	if (started_by !== null) {
		const payload = { video_id, title, statements: lost.length };
		const about = { cause: run_id, kind: "evidence_changed", payload };
		const message = { ...about, member_id: started_by, now: at };
		batch.push(insertOutboxMessage(primary, message, unmarked));
	}
	// Last, because the others are written only if there is no mark yet.
	batch.push(markEvidence(primary, shown, at));
	await primary.batch(batch);
}

/** A shown result, with what its verdicts rest on. */
type ResultGrounds = {
	run_id: string;
	title: string;
	started_by: string | null;
	evidence_changed_at: string | null;
	statements: (LostStatement & { verdict: Verdict | null; evidence: Evidence[] })[];
};

/** null if the video has no real result that is shown. */
async function readGrounds(db: Db, video_id: VideoId): Promise<ResultGrounds | null> {
	const { run_id, title, started_by, evidence_changed_at } = videos;
	const { id, content, claim_key, verdict } = statements;
	const { results, rows, evidence, hidden } = await runBatch(db, {
		results: db
			.select({ run_id, title, started_by, evidence_changed_at })
			.from(videos)
			.where(
				and(
					eq(videos.id, video_id),
					eq(videos.analysis_status, "completed"),
					eq(videos.simulated, false),
					isNull(videos.hidden_at),
				),
			),
		rows: db
			.select({ id, content, claim_key, verdict })
			.from(statements)
			.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at))),
		evidence: readEvidenceRows(db, { video_id }),
		hidden: readHiddenPages(db, { video_id }),
	});
	const [video] = results;
	if (!video) return null;
	const pages = toHiddenPages(hidden);
	const pieces = evidenceByStatement(evidence.filter((row) => !isHiddenPage(row, pages)));
	return {
		...video,
		statements: rows.map((row) => ({
			...row,
			verdict: row.verdict as Verdict | null,
			evidence: pieces.get(row.id) ?? [],
		})),
	};
}

/** The result of this run is shown, and its evidence is not marked as changed. */
function isUnmarked(video_id: VideoId, run_id: string): SQL {
	return sql`exists (select 1 from ${videos} where ${videos.id} = ${video_id} and ${videos.run_id} = ${run_id} and ${videos.evidence_changed_at} is null)`;
}

/** Marks the result of this run, or removes the mark (null). */
function markEvidence(
	db: Db,
	{ video_id, run_id }: { video_id: VideoId; run_id: string },
	evidence_changed_at: string | null,
): DbStatement {
	return db
		.update(videos)
		.set({ evidence_changed_at })
		.where(and(eq(videos.id, video_id), eq(videos.run_id, run_id)));
}
