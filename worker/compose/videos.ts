import type { RunId, VideoId } from "#contract/ids.ts";
import { readPublication } from "#features/analysis/publication-queries.ts";
import { readTranscript } from "#features/captions/queries.ts";
import {
	listVideos,
	readStats,
	recentVideos,
} from "#features/reports/list-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { readSitemap } from "#features/sharing/crawlers.ts";
import type { Base } from "./base.ts";

/** Reads that everybody may make; they decide nothing, so they go from route to store. */
export function composeVideos({ db, view }: Base) {
	return {
		report: (video_id: VideoId) => readReport(db, video_id, view),
		/** Sequence number of a run's terminal event; null for a run that has not ended. */
		endOf: async (run_id: RunId) =>
			(await readPublication(db, run_id))?.last_seq ?? null,
		transcript: (video_id: VideoId) => readTranscript(db, video_id, view),
		stats: () => readStats(db, view),
		page: (asked: Omit<Parameters<typeof listVideos>[1], "view">) =>
			listVideos(db, { ...asked, view }),
		recent: () => recentVideos(db, view),
		sitemap: (slice: { part: number; size: number }) => readSitemap(db, slice),
	};
}
