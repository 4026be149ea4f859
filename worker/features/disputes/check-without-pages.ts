import type { VideoId } from "#contract/ids.ts";
import { analysisObject } from "#features/analysis/objects.ts";
import { startFreshLook } from "#features/analysis/start-fresh-look.ts";
import { statementsCiting } from "#features/statements/evidence-queries.ts";
import { hiddenPages } from "#features/takedowns/hidden-pages-queries.ts";
import type { Context } from "#worker/context.ts";

/**
 * After a page of the video was hidden, which is quoted nowhere from then on: ends the copies of
 * what runs said, and checks the statements again whose verdict was given with it.
 */
export async function checkWithoutPages(context: Context, video_id: VideoId): Promise<void> {
	const { db, objects, now } = context;
	await analysisObject(objects.VIDEO_ANALYSIS, video_id).takeDown(
		now().getTime(),
		{ kind: "words" },
		null,
	);
	const hidden = await hiddenPages(db.primary, video_id);
	for (const statement_id of await statementsCiting(db.primary, video_id, hidden))
		await startFreshLook(context, {
			video_id,
			statement_id,
			member_id: null,
			limits: [],
			asker: null,
		});
}
