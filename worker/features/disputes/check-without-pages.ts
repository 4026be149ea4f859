import type { VideoId } from "#contract/ids.ts";
import { startFreshLook } from "#features/analysis/start-fresh-look.ts";
import { statementsCiting } from "#features/statements/evidence-queries.ts";
import { hiddenPages } from "#features/takedowns/hidden-pages-queries.ts";
import type { Context } from "#worker/context.ts";

/**
 * After a page of the video was hidden, which is quoted nowhere from then on: checks the statements
 * again whose verdict was given with it. Without room or budget a verdict stands until an admin or a
 * member checks it again.
 */
export async function checkWithoutPages(context: Context, video_id: VideoId): Promise<void> {
	const { db, log } = context;
	const hidden = await hiddenPages(db.primary, video_id);
	for (const statement_id of await statementsCiting(db.primary, video_id, hidden)) {
		const asked = { video_id, statement_id, member_id: null, limits: [], asker: null };
		const look = await startFreshLook(context, asked);
		if (look !== "started")
			log.warn("statement not checked again without its page", { video_id, statement_id, look });
	}
}
