import { SWEPT_ROWS } from "#db/batch.ts";
import {
	type ForgetExpired,
	forgetDelivered,
	forgetSessions,
	forgetSubscribers,
	forgetTokens,
	forgetUnconfirmed,
} from "#features/accounts/forget-expired.ts";
import { youtubeSources } from "#features/captions/sources.ts";
import { countFigures } from "#features/operations/figures-queries.ts";
import { type JobOutcome, noteOutcomes } from "#features/operations/jobs.ts";
import {
	dropOldViews,
	dueMetadata,
	markUnavailable,
	postponeMetadata,
	renewMetadata,
} from "#features/youtube/metadata-queries.ts";
import { VIDEOS_A_CALL } from "#features/youtube/metadata-sources.ts";
import {
	type MetadataRefresh,
	readMetadataAgain,
} from "#features/youtube/refresh-metadata.ts";
import { createOutboundGate } from "#outbound/gate.ts";
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
			look: (ids) => readMetadataAgain(sources.metadata, ids),
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
