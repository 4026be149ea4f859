import { and, asc, gte, isNull, lt, sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod";
import {
	HashPrefix,
	Lookup,
	LookupEntry,
	LookupQuery,
} from "#contract/lookup.ts";
import type { Db } from "#db/client.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED, shownIn, type View } from "#db/view.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { json, type Operations } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readQuery } from "#http/query.ts";
import { BASIS_COLUMNS, readBasis } from "./queries.ts";
import { idHash } from "./write-video.ts";

/** Lists on other sites ask often and need nothing newer. */
const CACHE = "public, max-age=60";
/** A prefix of four digits matches about fifteen of a million results. */
const MAX_RESULTS = 500;
/** Hashes that one job fills in; a million results take less than two days. */
export const FILLED_A_MINUTE = 500;

/**
 * Scores for lists of videos on other sites: by id, or by a prefix of an id's hash, which
 * does not reveal the id.
 */
export const lookup = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { ids } = readQuery(c, LookupQuery);
		const { db, view } = c.get("context");
		return answer(c, await lookUpIds(db.near, ids, view));
	})
	.get("/:prefix", async (c) => {
		const prefix = HashPrefix.safeParse(c.req.param("prefix"));
		if (!prefix.success) throw problem("bad_prefix");
		const { db, view } = c.get("context");
		const asked = { limit: MAX_RESULTS, view };
		return answer(c, await lookUpPrefix(db.near, prefix.data, asked));
	});

function answer(c: RequestContext, found: Lookup): Response {
	c.header("cache-control", CACHE);
	return c.json(found);
}

/** Sorts after every hex digit. */
const PAST_ALL_DIGITS = "g";
const ENTRY_COLUMNS = {
	id: videos.id,
	bs_score: videos.bs_score,
	confidence_level: videos.confidence_level,
	...BASIS_COLUMNS,
	simulated: videos.simulated,
	version: videos.version,
	updated_at: videos.updated_at,
};

/** The listed results of these videos. */
export async function lookUpIds(
	db: Db,
	ids: readonly string[],
	view: View,
): Promise<Lookup> {
	const asked = sql`${videos.id} in (select value from json_each(${JSON.stringify(ids)}))`;
	const rows = await db
		.select(ENTRY_COLUMNS)
		.from(videos)
		.where(and(asked, LISTED, shownIn(view)))
		.orderBy(asc(videos.id));
	return {
		results: rows.map(toEntry),
		truncated: false,
	};
}

/** The listed results whose id has a hash with this prefix, by hash. */
export async function lookUpPrefix(
	db: Db,
	prefix: string,
	{ limit, view }: { limit: number; view: View },
): Promise<Lookup> {
	const rows = await db
		.select(ENTRY_COLUMNS)
		.from(videos)
		.where(
			and(
				gte(videos.id_hash, prefix),
				lt(videos.id_hash, prefix + PAST_ALL_DIGITS),
				LISTED,
				shownIn(view),
			),
		)
		.orderBy(asc(videos.id_hash))
		.limit(limit + 1);
	return {
		results: rows.slice(0, limit).map(toEntry),
		truncated: rows.length > limit,
	};
}

function toEntry(row: Parameters<typeof readBasis>[0]): LookupEntry {
	return LookupEntry.parse({ ...row, ...readBasis(row) });
}

/** Fills in the hashes of older results, `limit` at a time. */
export async function fillHashes(db: Db, limit: number): Promise<void> {
	const rows = await db
		.select({ id: videos.id })
		.from(videos)
		.where(isNull(videos.id_hash))
		.limit(limit);
	if (!rows.length) return;
	const hashes = JSON.stringify(
		Object.fromEntries(rows.map(({ id }) => [id, idHash(id)])),
	);
	await db
		.update(videos)
		.set({
			id_hash: sql`(select value from json_each(${hashes}) where key = ${videos.id})`,
		})
		.where(sql`${videos.id} in (select key from json_each(${hashes}))`);
}

/** The lookup in the API description. */
export const lookupOperations = (): Operations => ({
	"GET /api/v1/lookup": {
		id: "lookUpVideos",
		summary: "Scores of several videos at once",
		detail:
			"For lists of videos on other sites. Videos without a listed result are left out.",
		access: "everyone",
		query: {
			ids: z.string().describe("Up to 50 ids with commas between them."),
		},
		wanted: ["ids"],
		answers: { 200: json("By id.", Lookup) },
		problems: { 400: "No id, an invalid id, or too many ids." },
	},
	"GET /api/v1/lookup/{prefix}": {
		id: "lookUpPrefix",
		summary: "Scores by the beginning of an id's hash",
		detail:
			"Asks without revealing the video: returns all results whose id's SHA-256, in hex, starts with the prefix. Four digits match thousands of videos.",
		access: "everyone",
		path: {
			prefix: z.string().regex(/^[0-9A-Fa-f]{4,64}$/),
		},
		answers: { 200: json("By hash.", Lookup) },
		problems: { 400: "The prefix is not 4 to 64 hex digits." },
	},
});
