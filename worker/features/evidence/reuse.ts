import { createHash } from "node:crypto";
import { and, eq, gt, lt } from "drizzle-orm";
import * as z from "zod";
import { Evidence, FactCheckReview, SourceId } from "#contract/evidence.ts";
import { CANONICAL_VERSION } from "#contract/verdicts.ts";
import { excluded } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { searchHits } from "#db/tables/evidence.ts";
import type { EdgeCache } from "#http/edge-cache.ts";
import { storedText } from "#text/clean.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { DAY_MS } from "#worker/durations.ts";
import { log } from "#worker/log.ts";
import type { Hit, KeptHits, KeptPage, KeptPages } from "./evidence-source.ts";

/** How long the hits of a search are reused. Verdicts are never reused. */
const KEPT_MS = 30 * DAY_MS;

const Row = z.object({
	source: SourceId,
	angle: z.enum(["neutral", "opposing", "second", "title"]),
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
		async read(claim_key) {
			try {
				const rows = await open()
					.select()
					.from(searchHits)
					.where(and(eq(searchHits.claim_key, claim_key), gt(searchHits.searched_at, oldest())));
				return rows.flatMap((row) => {
					// A row that another version of the program wrote is ignored.
					const read = Row.safeParse(row);
					return read.success ? [read.data] : [];
				});
			} catch (error) {
				log("earlier searches not read", { error });
				return [];
			}
		},

		async write(claim_key, { source, angle, query, hits, searched_at }) {
			try {
				const db = open();
				await db.batch([
					db
						.insert(searchHits)
						.values({
							claim_key,
							source,
							angle,
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
	}).extend({ language: z.string().nullable() }),
	text: z.string(),
	reviews: z.array(FactCheckReview),
	fetched_at: z.string(),
	validators: z
		.object({ url: z.string(), etag: z.string().nullable(), last_modified: z.string().nullable() })
		.nullable(),
});

/** Keeps pages in the platform's cache, which may drop any of them; they are then fetched again. */
export function createKeptPages(
	cache: () => Pick<EdgeCache, "match" | "put">,
	/** The settings that decide which pages may be read. Pages kept under other settings are not found. */
	rules: readonly string[],
): KeptPages {
	const keyOf = ({ source, url, as_of }: Hit): string => {
		const parts = [CANONICAL_VERSION, ...rules, readerOf(source), url, as_of];
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
