import { createHash } from "node:crypto";
import { and, gt, inArray, lt } from "drizzle-orm";
import * as z from "zod";
import { Evidence, FactCheckReview, SourceId } from "#contract/evidence.ts";
import type { VideoId } from "#contract/ids.ts";
import { CANONICAL_VERSION, PAGE_NOTICES } from "#contract/verdicts.ts";
import { excluded } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { searchHits } from "#db/tables/evidence.ts";
import { saidClaimKey } from "#features/statements/claim-key.ts";
import type { EdgeCache } from "#http/edge-cache.ts";
import { storedText } from "#text/clean.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { DAY_MS, HOUR_MS } from "#worker/durations.ts";
import { log } from "#worker/log.ts";
import type {
	Hit,
	KeptHits,
	KeptPage,
	KeptPages,
	KeptSearch,
	SourceQuery,
} from "./evidence-source.ts";

/** How long the hits of a search are reused. Verdicts are never reused. */
const KEPT_MS = 30 * DAY_MS;
/** What nobody has written yet may be written, and a search index may have missed a page. */
const KEPT_EMPTY_MS = HOUR_MS;

/**
 * The key of a search for a claim in the words of `query`, or in those that code makes of the claim
 * itself if `video_id` is null. What a model asked of one video's words is that video's alone:
 * otherwise an uploader's title would decide what is found for the same sentence elsewhere.
 */
export function searchKey(
	claim: string,
	{ language, said_on }: Pick<SourceQuery, "language" | "said_on">,
	query: string,
	video_id: VideoId | null,
): string {
	const parts = [saidClaimKey(claim, language, said_on), query, video_id];
	return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, KEY_CHARS);
}

/** 128 bits, so that no two searches share a key by chance. */
const KEY_CHARS = 32;

const Row = z.object({
	claim_key: z.string(),
	source: SourceId,
	angle: z.enum(["own", "video"]),
	query: z.string(),
	hits: z.array(
		z.object({
			source: SourceId,
			url: z.string(),
			title: z.string(),
			language: z.string().nullable(),
			as_of: z.string().nullable(),
			key: z.string(),
			review: FactCheckReview.nullable(),
		}),
	),
	searched_at: z.string(),
});

/** `open` opens the database for each use, because a Durable Object outlives a request. */
export function createKeptHits(open: () => Db, now: () => number): KeptHits {
	const oldest = () => new Date(now() - KEPT_MS).toISOString();
	return {
		async read(keys) {
			try {
				const rows = await open()
					.select()
					.from(searchHits)
					.where(
						and(inArray(searchHits.claim_key, [...keys]), gt(searchHits.searched_at, oldest())),
					);
				return rows.flatMap((row): KeptSearch[] => {
					// A row that another version of the program wrote is ignored.
					const read = Row.safeParse(row);
					if (!read.success || isOutdated(read.data, now())) return [];
					const { claim_key: key, angle: origin, ...rest } = read.data;
					return [{ key, origin, ...rest }];
				});
			} catch (error) {
				log("earlier searches not read", { error });
				return [];
			}
		},

		async write({ key, source, origin, query, hits, searched_at }) {
			try {
				const db = open();
				await db.batch([
					db
						.insert(searchHits)
						.values({
							claim_key: key,
							source,
							angle: origin,
							searched_at,
							query: storedText(query),
							hits: hits.map((hit) => ({ ...hit, title: storedText(hit.title) })),
						})
						.onConflictDoUpdate({
							target: [searchHits.claim_key, searchHits.source, searchHits.angle],
							set: excluded("query", "hits", "searched_at"),
						}),
					db.delete(searchHits).where(lt(searchHits.searched_at, oldest())),
				]);
			} catch (error) {
				log("search not kept", { source, error });
			}
		},
	};
}

function isOutdated({ hits, searched_at }: z.infer<typeof Row>, now: number): boolean {
	return hits.length === 0 && now - Date.parse(searched_at) >= KEPT_EMPTY_MS;
}

/** How long a page is used without asking its site whether it changed. */
const FRESH_MS = 7 * DAY_MS;
/** News pages are corrected within hours. */
const FRESH_NEWS_MS = DAY_MS;
/** After this, the page is fetched as if it had never been read. */
const KEPT_S = (30 * DAY_MS) / 1_000;

/** Whether the page may be used without asking its site. */
export function isFresh({ facts, fetched_at }: KeptPage, now: number): boolean {
	const fresh_ms = facts.kind === "news" ? FRESH_NEWS_MS : FRESH_MS;
	const age_ms = now - Date.parse(fetched_at);
	// A clock set back must not make a page fresh for ever.
	return age_ms >= 0 && age_ms < fresh_ms;
}

const Stored = z.object({
	facts: Evidence.pick({
		final_url: true,
		title: true,
		site: true,
		kind: true,
		published_at: true,
		published_by: true,
		content_hash: true,
	}).extend({ language: z.string().nullable(), notice: z.enum(PAGE_NOTICES).optional() }),
	text: z.string(),
	borders: z.array(z.number()),
	reviews: z.array(FactCheckReview),
	doi: z.string().optional(),
	fetched_at: z.string(),
	validators: z
		.object({ url: z.string(), etag: z.string().nullable(), last_modified: z.string().nullable() })
		.nullable(),
});

/** Of what is known of a page beside its text. Pages of other versions are fetched again. */
const FACTS_VERSION = 2;

/** Keeps pages in the platform's cache, which may drop any of them; they are then fetched again. */
export function createKeptPages(
	cache: () => Pick<EdgeCache, "match" | "put">,
	/** The settings that decide which pages may be read. Pages kept under other settings are not found. */
	rules: readonly string[],
): KeptPages {
	const keyOf = ({ source, url, as_of }: Hit): string => {
		const parts = [CANONICAL_VERSION, FACTS_VERSION, ...rules, readerOf(source), url, as_of];
		const name = createHash("sha256").update(JSON.stringify(parts));
		return `https://kept-pages.invalid/${name.digest("hex")}`;
	};
	return {
		async read(hit) {
			try {
				const found = await cache().match(keyOf(hit));
				if (!found) return null;
				return Stored.parse(parseUntrustedJson(await found.text()));
			} catch (error) {
				log("kept page not read", { error });
				return null;
			}
		},
		async write(hit, page) {
			try {
				const headers = { "cache-control": `public, max-age=${KEPT_S}` };
				const copy = new Response(JSON.stringify(page), { headers });
				await cache().put(keyOf(hit), copy);
			} catch (error) {
				log("page not kept", { error });
			}
		},
	};
}

/** Web pages are read in the same way for every source that found them. */
function readerOf(source: Hit["source"]): string {
	return source === "wikipedia" || source === "pubmed" ? source : "web";
}
