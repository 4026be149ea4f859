import { readReport } from "#adapters/db/store-report.ts";
import { endedRuns, forgetRun, silentRuns } from "#adapters/db/store-runs.ts";
import { analysisObjects } from "#adapters/durable/analysis-objects.ts";
import type { AnalysisStarts } from "#use-cases/start-analysis.ts";
import type { ListedRuns } from "#use-cases/wake-silent-runs.ts";
import type { Base } from "./base.ts";
import { HOUR_MS } from "./durations.ts";

export function composeAnalyses(base: Base) {
	const { env, settings, db, view, providers, quota } = base;
	return {
		analysisOf: analysisObjects(env.VIDEO_ANALYSIS),
		async readVideo(video_id) {
			const { video, active } = await readReport(db, video_id, view);
			return { video, running: active !== null && active.ended_at === null };
		},
		wouldBeSimulated: (video) => providers.mode === "demo" && !video.simulated,
		quota: {
			analyses: (member_id) =>
				quota(`analyses:${member_id}`, settings.LIMIT_ANALYSES, HOUR_MS),
			forced: (video_id) =>
				quota(`force:${video_id}`, settings.LIMIT_FORCE, HOUR_MS),
		},
		silentRuns: (older_than) => silentRuns(db, { older_than }),
		endedRuns: (older_than) => endedRuns(db, { older_than }),
		forgetRun: (video_id, run_id) => forgetRun(db, video_id, run_id),
	} satisfies AnalysisStarts & ListedRuns;
}
