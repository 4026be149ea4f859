import { and, eq, gt, lt } from "drizzle-orm";
import * as z from "zod";
import { FactCheckReview, SourceId } from "#contract/evidence.ts";
import { excluded } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { searchHits } from "#db/tables/evidence.ts";
import { storedText } from "#text/stored-text.ts";
import { DAY_MS } from "#worker/durations.ts";
import { log } from "#worker/log.ts";
import type { KeptHits } from "./evidence-source.ts";

/** How long the hits of a search are reused. Verdicts are never reused. */
const KEPT_MS = 30 * DAY_MS;

const Row = z.object({
	source: SourceId,
	angle: z.enum(["neutral", "opposing", "second"]),
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
							hits: hits.map((hit) => ({
								...hit,
								title: storedText(hit.title),
							})),
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
