import { analysisId } from "#features/analysis/request-analysis.ts";
import {
	findRequest,
	forgetRequests,
	latestDurations,
	runStart,
	storeRequest,
} from "#features/analysis/request-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { readSecretState } from "#features/webhooks/queries.ts";
import { webhookRules } from "#features/webhooks/webhook-url.ts";
import type { RequestedAnalyses } from "#use-cases/requested-analyses.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { composeAnalyses } from "./analyses.ts";
import type { Base } from "./base.ts";

/** Far more than a program needs; each may leave a row. */
const REQUESTS_A_MINUTE = 120;

export function composeRequestedAnalyses(base: Base) {
	const { db, view, now, providers, quota } = base;
	return {
		starts: composeAnalyses(base),
		panel: providers.panel,
		webhooks: {
			rules: webhookRules(base.settings),
			hasSecret: async (member_id) =>
				(await readSecretState(db, member_id)).created_at !== null,
		},
		quota: (member_id) =>
			quota(`requests:${member_id}`, REQUESTS_A_MINUTE, MINUTE_MS).take(),
		idOf: analysisId,
		keep: (request) => storeRequest(db, request),
		find: (id, member_id) => findRequest(db, id, member_id),
		runStart: (video_id, run_id) => runStart(db, video_id, run_id),
		latestDurations: () => latestDurations(db),
		report: (video_id) => readReport(db, video_id, view),
		now,
		forget: (before: string) => forgetRequests(db, before),
	} satisfies RequestedAnalyses & Record<string, unknown>;
}
