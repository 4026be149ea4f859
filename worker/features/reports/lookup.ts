import { and, asc, gte, isNull, lt, sql } from "drizzle-orm";
import { VideoId } from "#contract/ids.ts";
import {
	HashPrefix,
	Lookup,
	LookupEntry,
	LookupOptions,
	LookupQuery,
	LookupStatement,
} from "#contract/lookup.ts";
import type { Db } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { isSimulated, LISTED, shownIn, type View } from "#db/view.ts";
import type { RequestContext } from "#http/app-env.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, malformed } from "#http/operation.ts";
import { BASIS_COLUMNS, readBasis } from "./queries.ts";

/** Lists on other sites request often and do not need newer data. */
const CACHE = "public, max-age=60";
/** A prefix of four digits matches about fifteen of a million results. */
const MAX_RESULTS = 500;
/** An entry is about a hundred times as long with its statements. */
const MAX_RESULTS_WITH_STATEMENTS = 50;

/**
 * Scores for lists of videos on other sites. Videos are looked up by id, or by a prefix of the
 * id's hash, which does not reveal the id.
 */
export const lookupEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/v1/lookup",
		id: "lookUpVideos",
		summary: "Scores of several videos at once",
		detail:
			"For lists of videos on other sites. Videos without a listed result are left out. An invalid id does not fail the others: `invalid_ids` names it.",
		access: "everyone",
		cross_origin: "public",
		query: LookupQuery.shape,
		answers: { 200: json("By id.", Lookup) },
		problems: { 400: "No valid id, or too many ids." },
		handle: async ({ db, view }, { c, query }) =>
			answer(c, await lookUpIds(db.near, query.ids, view), query.statements),
	}),
	endpoint({
		method: "GET",
		path: "/api/v1/lookup/{prefix}",
		id: "lookUpPrefix",
		summary: "Scores by the first digits of an id's hash",
		detail:
			"Does not reveal which video you look up: returns all results whose id's SHA-256, in hex, starts with the prefix. Four digits match thousands of videos. At most 500 results, 50 with statements.",
		access: "everyone",
		cross_origin: "public",
		params: { prefix: HashPrefix.register(malformed, { problem: "bad_prefix" }) },
		query: LookupOptions.shape,
		answers: { 200: json("By hash.", Lookup) },
		problems: { 400: "The prefix is not 4 to 64 hex digits." },
		handle: async ({ db, view }, { c, params, query }) => {
			const limit = query.statements ? MAX_RESULTS_WITH_STATEMENTS : MAX_RESULTS;
			const found = await lookUpPrefix(db.near, params.prefix, { limit, view });
			return answer(c, found, query.statements);
		},
	}),
];

async function answer(c: RequestContext, found: Lookup, with_statements: boolean): Promise<Lookup> {
	c.header("cache-control", CACHE);
	return with_statements ? withStatements(c.get("context").db.near, found) : found;
}

/** Sorts after every hex digit. */
const PAST_ALL_DIGITS = "g";
const ENTRY_COLUMNS = {
	id: videos.id,
	bs_score: videos.bs_score,
	confidence_level: videos.confidence_level,
	lean: videos.lean,
	scope: videos.scope,
	...BASIS_COLUMNS,
	simulated: videos.simulated,
	panel: videos.panel,
	version: videos.version,
	updated_at: videos.updated_at,
};

const STATEMENT_COLUMNS = {
	id: statements.id,
	timestamp: statements.timestamp,
	verdict: statements.verdict,
	basis: statements.basis,
	ai_score: statements.ai_score,
	lean: statements.lean,
	content: statements.content,
	on_request: statements.on_request,
};

/** The listed results of these videos, and which of the ids no video can have. */
export async function lookUpIds(db: Db, ids: readonly string[], view: View): Promise<Lookup> {
	const invalid_ids = ids.filter((id) => !VideoId.safeParse(id).success);
	const asked = sql`${videos.id} in (select value from json_each(${JSON.stringify(ids)}))`;
	const rows = await db
		.select(ENTRY_COLUMNS)
		.from(videos)
		.where(and(asked, LISTED, shownIn(view)))
		.orderBy(asc(videos.id));
	return { results: rows.map(toEntry), truncated: false, invalid_ids };
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
	return { results: rows.slice(0, limit).map(toEntry), truncated: rows.length > limit };
}

/** Adds to each result the statements of its report. */
async function withStatements(db: Db, found: Lookup): Promise<Lookup> {
	const ids = JSON.stringify(found.results.map(({ id }) => id));
	const rows = await db
		.select({ video_id: statements.video_id, ...STATEMENT_COLUMNS })
		.from(statements)
		.where(
			and(
				sql`${statements.video_id} in (select value from json_each(${ids}))`,
				isNull(statements.retired_at),
			),
		)
		.orderBy(asc(statements.video_id), asc(statements.timestamp), asc(statements.id));
	const byVideo = new Map<string, LookupStatement[]>(found.results.map(({ id }) => [id, []]));
	for (const { video_id, ...row } of rows) {
		const on_request = row.on_request || undefined;
		byVideo.get(video_id)?.push(LookupStatement.parse({ ...row, on_request }));
	}
	const results = found.results.map((entry) => ({
		...entry,
		statements: byVideo.get(entry.id) ?? [],
	}));
	return { ...found, results };
}

function toEntry(
	row: Parameters<typeof readBasis>[0] & Parameters<typeof isSimulated>[0],
): LookupEntry {
	return LookupEntry.parse({ ...row, ...readBasis(row), simulated: isSimulated(row) });
}
