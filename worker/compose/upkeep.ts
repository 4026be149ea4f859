import { SWEPT_ROWS } from "#adapters/db/delete-some.ts";
import {
	forgetDelivered,
	forgetSessions,
	forgetSubscribers,
	forgetTokens,
	forgetUnconfirmed,
} from "#adapters/db/forget-expired.ts";
import { countFigures } from "#adapters/db/store-figures.ts";
import { noteOutcomes } from "#adapters/db/store-jobs.ts";
import {
	dropOldViews,
	dueMetadata,
	markUnavailable,
	postponeMetadata,
	renewMetadata,
} from "#adapters/db/store-metadata.ts";
import { youtubeSources } from "#adapters/youtube/sources.ts";
import { lookAgain } from "#pipeline/look-again.ts";
import { VIDEOS_A_CALL } from "#pipeline/metadata-sources.ts";
import { createOutboundGate } from "#pipeline/outbound-gate.ts";
import type { ForgetExpired } from "#use-cases/forget-expired.ts";
import type { MetadataRefresh } from "#use-cases/refresh-metadata.ts";
import type { JobOutcome } from "#use-cases/run-jobs.ts";
import type { Base } from "./base.ts";

/** Without a key each video is a call or two of its own: some two hundred thousand in a month. */
const VIDEOS_WITHOUT_KEY = 5;

/** What looks after the site while nobody asks for anything. */
export function composeUpkeep({ db, settings }: Base) {
	const sources = youtubeSources(settings, createOutboundGate({}), Date.now);
	return {
		metadata: {
			batch: settings.YOUTUBE_API_KEY ? VIDEOS_A_CALL : VIDEOS_WITHOUT_KEY,
			due: (now, limit) => dueMetadata(db, { now, limit }),
			look: (ids) => lookAgain(sources.metadata, ids),
			renew: (read, renewal) => renewMetadata(db, read, renewal),
			markUnavailable: (ids, renewal) => markUnavailable(db, ids, renewal),
			postpone: (ids, due_at) => postponeMetadata(db, ids, due_at),
			dropOldViews: (before) => dropOldViews(db, before, SWEPT_ROWS),
		} satisfies MetadataRefresh,
		expired: {
			confirms_by_mail: settings.SMTP_URL !== undefined,
			sessions: (now) => forgetSessions(db, now),
			tokens: (now) => forgetTokens(db, now),
			subscribers: (before) => forgetSubscribers(db, before),
			delivered: (before) => forgetDelivered(db, before),
			unconfirmed: (before) => forgetUnconfirmed(db, before),
		} satisfies ForgetExpired,
		countFigures: (at: Date) => countFigures(db, at.toISOString()),
		note: (outcomes: JobOutcome[], at: Date) =>
			noteOutcomes(db, outcomes, at.toISOString()),
	};
}
