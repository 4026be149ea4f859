import type { VideoId } from "#contract/ids.ts";
import { analysisObject } from "#features/analysis/objects.ts";
import {
	endedRuns,
	forgetRun,
	silentRuns,
} from "#features/analysis/run-queries.ts";
import type { AnalysisStarts } from "#features/analysis/start-analysis.ts";
import type { ListedRuns } from "#features/analysis/wake-silent-runs.ts";
import type { ConfiguredProviders } from "#features/raters/panel.ts";
import { readReport } from "#features/reports/queries.ts";
import type { Amount } from "#features/spending/day.ts";
import { estimateCalls } from "#features/spending/estimate.ts";
import { callerKey } from "#identity/network.ts";
import { HOUR_MS } from "#worker/durations.ts";
import type { Base } from "./base.ts";
import { composeLedger, dayIsSpent } from "./budget.ts";

/** An address may be shared by a household or an office. */
const ADDRESS_SHARE = 4;

export function composeAnalyses(base: Base) {
	const { env, settings, db, view, providers, quota } = base;
	const ledger = composeLedger(env, settings);
	return {
		analysisOf: (video_id: VideoId) =>
			analysisObject(env.VIDEO_ANALYSIS, video_id),
		async readVideo(video_id) {
			const { video, active } = await readReport(db, video_id, view);
			return { video, running: active !== null && active.ended_at === null };
		},
		wouldBeSimulated: (video) => providers.mode === "demo" && !video.simulated,
		quota: {
			analyses: (member_id) =>
				quota(`analyses:${member_id}`, settings.LIMIT_ANALYSES, HOUR_MS),
			address: (address) =>
				quota(
					`analyses-address:${callerKey(address)}`,
					settings.LIMIT_ANALYSES_ADDRESS ??
						settings.LIMIT_ANALYSES * ADDRESS_SHARE,
					HOUR_MS,
				),
			forced: (video_id) =>
				quota(`force:${video_id}`, settings.LIMIT_FORCE, HOUR_MS),
		},
		async dayIsSpent() {
			if (providers.mode === "demo" || !ledger) return null;
			const { passed, lifts_at_ms } = await ledger.look(leastOf(providers));
			if (!passed) return null;
			const { code, title, detail } = dayIsSpent({
				limit: passed,
				lifts_at_ms,
			});
			const left_ms = lifts_at_ms - Date.parse(base.now());
			return {
				code,
				title,
				detail,
				retry_after_s: Math.max(1, Math.ceil(left_ms / 1000)),
			};
		},
		silentRuns: (older_than, newer_than) =>
			silentRuns(db, { older_than, newer_than }),
		endedRuns: (older_than) => endedRuns(db, { older_than }),
		forgetRun: (video_id, run_id) => forgetRun(db, video_id, run_id),
	} satisfies AnalysisStarts & ListedRuns & Record<string, unknown>;
}

/** One window read and one statement rated by the panel: less is no analysis. */
function leastOf({ panel, extractors, prices }: ConfiguredProviders): Amount {
	const [reader] = extractors;
	const read = estimateCalls(
		"extract",
		1,
		(reader && prices[reader.provider]) ?? null,
	);
	const rated = panel.map((provider) =>
		estimateCalls("rate", 1, prices[provider] ?? null),
	);
	return [read, ...rated].reduce((sum, part) => ({
		calls: sum.calls + part.calls,
		usd: sum.usd + part.usd,
	}));
}
