import { SAMPLES } from "#features/samples/samples.ts";
import type { Context } from "#worker/context.ts";
import { analysisObject } from "./objects.ts";
import { unreadVideos } from "./run-queries.ts";

/**
 * Analyzes once the samples of demo mode that the database does not have, so that a newcomer sees
 * finished reports. No member asks for these runs, so nothing lists or counts their results.
 */
export async function analyzeSamples({ providers, db, objects }: Context): Promise<void> {
	if (providers.mode !== "demo") return;
	const unread = await unreadVideos(
		db.primary,
		SAMPLES.map(({ id }) => id),
	);
	for (const { id: video_id, url } of SAMPLES.filter(({ id }) => unread.includes(id)))
		await analysisObject(objects.VIDEO_ANALYSIS, video_id).start({
			video_id,
			url,
			started_by: null,
			network: null,
			transcript: null,
			more: false,
			force: false,
			rechecks: null,
			moment: null,
		});
}
