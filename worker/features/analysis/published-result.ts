import type { EvidencePage, EvidenceSearch } from "#contract/evidence.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import type { TranscriptAnswer, Video } from "#contract/video.ts";
import type { Db } from "#db/client.ts";
import type { View } from "#db/view.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { readRecord } from "#features/statements/evidence-queries.ts";
import type { LeftOutStatement } from "#features/statements/merge-statements.ts";
import { runFailure } from "#http/run-failures.ts";

/** A published result with all data that a run which adds to it needs. */
export type PublishedResult = {
	run_id: RunId;
	video: Video;
	transcript: TranscriptAnswer;
	statements: Statement[];
	left_out: LeftOutStatement[];
	searches: EvidenceSearch[];
	pages: EvidencePage[];
};

/** The end of a run whose result is no longer shown. */
export const WITHDRAWN = { error: runFailure("result_withdrawn") };

/** null if the view shows no result of the video. */
export async function readPublished(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<PublishedResult | null> {
	const { video, statements, left_out, run } = await readReport(db, video_id, view);
	const transcript = await readTranscript(db, video_id, view);
	if (video?.analysis_status !== "completed" || !run || !transcript) return null;
	const { run_id } = run;
	const record = await readRecord(db, video_id);
	return { run_id, video, transcript, statements, left_out, ...record };
}
