import type { VideoId } from "#contract/ids.ts";
import { hasLostGround } from "#contract/leading-evidence.ts";
import type { DbStatement } from "#db/client.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import {
	isUnmarked,
	markEvidence,
	readGrounds,
} from "#features/reports/changed-evidence-queries.ts";
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
	const lost = result.statements.filter(hasLostGround).length;
	if (lost > 0 === (evidence_changed_at !== null)) return;
	const shown = { video_id, run_id };
	if (lost === 0) {
		await primary.batch([markEvidence(primary, shown, null)]);
		return;
	}
	const at = now().toISOString();
	const unmarked = isUnmarked(video_id, run_id);
	const batch: [DbStatement, ...DbStatement[]] = [
		queueEvidenceEvents(primary, { video_id, at }, unmarked),
	];
	if (started_by !== null) {
		const payload = { video_id, title, statements: lost };
		const about = { cause: run_id, kind: "evidence_changed", payload };
		const message = { ...about, member_id: started_by, now: at };
		batch.push(insertOutboxMessage(primary, message, unmarked));
	}
	// Last, because the others are written only if there is no mark yet.
	batch.push(markEvidence(primary, shown, at));
	await primary.batch(batch);
}
