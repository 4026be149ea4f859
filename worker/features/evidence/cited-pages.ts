import { CANONICAL_VERSION } from "#contract/verdicts.ts";
import {
	type CitedPageRow,
	claimForArchive,
	claimForReopening,
	scheduleReopening,
	setAside,
	storeCopy,
	storeOpening,
} from "#features/statements/cited-page-queries.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#worker/durations.ts";
import { noteChangedEvidence } from "./changed-evidence.ts";
import { openSources } from "./open-sources.ts";
import { judgeOpening } from "./reopen-page.ts";

/** Pages of which one run looks for a copy: two requests each, within the archive's limit. */
const COPIES_A_RUN = 5;
/** By then a run that was cut off has certainly ended. */
const LOST_AFTER_MS = 10 * MINUTE_MS;
/**
 * When a page is due again whose visit had no outcome. It may be the page itself that ended the
 * process, so each page is set aside when its own visit begins: the others are visited soon.
 */
const SET_ASIDE_MS = 7 * DAY_MS;
/** No page is begun later in a run, so that the next minute's jobs need not wait. */
const RUN_MS = 25_000;
/** The archive captures more pages every day, and a later capture may have the quotes. */
const NO_COPY_AGAIN_MS = 28 * DAY_MS;
const FAILED_AGAIN_MS = HOUR_MS;

/**
 * Looks for copies of newly cited pages in the Wayback Machine, and links those that contain the
 * quotes. Safe to run repeatedly and concurrently.
 */
export async function findArchivedCopies(context: Context): Promise<void> {
	if (!looksOutside(context)) return;
	const { db, log } = context;
	const claimed = await claimForArchive(db.primary, { ...claim(context), limit: COPIES_A_RUN });
	await forEachInTime(context, claimed, async (page) => {
		const wanted = page.quotes.filter((it) => it.archived_url === null);
		const { id: page_id, final_url, fetched_at } = page;
		const none = { page_id, url: null, evidence_ids: [] };
		// The results that cited it were replaced.
		if (wanted.length === 0) return storeCopy(db.primary, { ...none, due_at: null });
		const archive_due_at = after(context, SET_ASIDE_MS);
		await setAside(db.primary, page_id, { archive_due_at });
		const outcome = await pageCaller(context).findCopy({
			final_url,
			fetched_at,
			quotes: wanted.map(({ quote }) => quote),
		});
		if (!outcome.ok) {
			const { reason, status } = outcome;
			log.warn("archive not asked", { reason, status, url: final_url });
			return storeCopy(db.primary, { ...none, due_at: after(context, FAILED_AGAIN_MS) });
		}
		const { copy } = outcome;
		const found = wanted.filter((_, at) => copy?.contains[at]);
		const complete = found.length === wanted.length;
		return storeCopy(db.primary, {
			page_id,
			url: copy?.url ?? null,
			evidence_ids: copy ? found.map(({ id }) => id) : [],
			due_at: complete ? null : after(context, NO_COPY_AGAIN_MS),
		});
	});
}

/** Pages opened again in a run: four hundred thousand in 28 days. */
const REOPENED_A_RUN = 10;

/**
 * Opens cited pages again, and stores whether the quotes are still on them. Safe to run repeatedly
 * and concurrently.
 */
export async function reopenCitedPages(context: Context): Promise<void> {
	if (!looksOutside(context)) return;
	const { db, now } = context;
	const claimed = await claimForReopening(db.primary, { ...claim(context), limit: REOPENED_A_RUN });
	await forEachInTime(context, claimed, async (page) => {
		const { id: page_id, final_url, fetched_at, canonical_version, quotes } = page;
		// The results that cited it were replaced.
		if (quotes.length === 0) {
			const never = { due_at: null, silent_since: null };
			return scheduleReopening(db.primary, page_id, never);
		}
		const reopen_due_at = after(context, SET_ASIDE_MS);
		await setAside(db.primary, page_id, { reopen_due_at });
		const outcome = await pageCaller(context).reopen({
			final_url,
			fetched_at,
			canonical_version,
			quotes: quotes.map(({ quote }) => quote),
		});
		const reopened_at = now().toISOString();
		const judged = judgeOpening(outcome, page.silent_since, reopened_at);
		if (judged.known)
			await storeOpening(db.primary, {
				page_id,
				reopened_at,
				// Hashes of two versions are not compared.
				reopened_hash: canonical_version === CANONICAL_VERSION ? judged.content_hash : null,
				is_retracted: outcome.ok ? (outcome.is_retracted ?? null) : null,
				due_at: after(context, LOST_AFTER_MS),
				states: quotes.map(({ id: evidence_id }, at) => ({ evidence_id, ...judged.stateOf(at) })),
			});
		for (const video_id of new Set(quotes.map((it) => it.video_id)))
			await noteChangedEvidence(context, video_id);
		// Last, so that a page is opened once more if this run is cut off before.
		return scheduleReopening(db.primary, page_id, {
			due_at: after(context, judged.again_in_ms),
			silent_since: judged.silent_since,
		});
	});
}

/** Demo mode opens no page on the web, and neither does a site that asks no sources. */
function looksOutside({ settings, providers }: Context): boolean {
	return providers.mode === "live" && openSources(settings, "live").length > 0;
}

function claim(context: Context) {
	const now = context.now().toISOString();
	return { now, lost_at: after(context, LOST_AFTER_MS) };
}

function after({ now }: Context, ms: number): string {
	return new Date(now().getTime() + ms).toISOString();
}

/** One after the other. Pages that are left are due again when the claim ends. */
async function forEachInTime(
	{ now, log }: Context,
	pages: readonly CitedPageRow[],
	visit: (page: CitedPageRow) => Promise<void>,
): Promise<void> {
	const until = now().getTime() + RUN_MS;
	for (const page of pages) {
		if (now().getTime() >= until) return;
		try {
			await visit(page);
		} catch (error) {
			log.warn("cited page not visited", { url: page.final_url, error });
		}
	}
}

/** Opens pages in an object, which keeps what it knows of hosts between two runs of a job. */
function pageCaller({ objects }: Context) {
	return objects.PROVIDER_CALLER.getByName("cited-pages");
}
