import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import {
	FOLDING,
	searchDocs,
	searchIndex,
	statementDocs,
	statementIndex,
} from "#db/tables/search.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { searchKey } from "#text/search-words.ts";

/** The documents of one batch: few enough not to block other writes for long. */
const BATCH = 250;
/** The batches of one run: a million documents take about half a day. */
const BATCHES = 6;

/** Literal, because SQLite uses a partial index only if it can compare the condition. */
const OLD_TITLE = sql`${searchDocs.folding} = 1`;
const OLD_STATEMENT = sql`${statementDocs.folding} = 1`;

/**
 * Folds the documents again that an earlier release wrote, newest first. Until then a search finds
 * them by the words that are alike in both forms. Safe to run repeatedly.
 */
export async function foldSearchAgain(db: Db): Promise<void> {
	for (let batch = 0; batch < BATCHES; batch += 1) {
		const folded = [await foldTitles(db), await foldStatements(db)];
		if (folded.every((count) => count < BATCH)) return;
	}
}

/** Both return how many they have folded. A publication in the meantime has folded its text itself. */
async function foldTitles(db: Db): Promise<number> {
	const found = await db
		.select({ id: searchDocs.id, title: videos.title, channel_name: videos.channel_name })
		.from(searchDocs)
		.innerJoin(videos, eq(videos.id, searchDocs.video_id))
		.where(OLD_TITLE)
		.orderBy(desc(searchDocs.id))
		.limit(BATCH);
	if (found.length === 0) return 0;
	const keys = new Keys(
		found.map(({ id, title, channel_name }) => [id, searchKey(title), searchKey(channel_name)]),
	);
	const old = and(keys.has(sql`${searchDocs.id}`), OLD_TITLE);
	const [title_key, channel_key] = [0, 1].map((place) => keys.read(sql`${searchDocs.id}`, place));
	await db.batch([
		db
			.delete(searchIndex)
			.where(
				sql`${searchIndex.rowid} in (select ${searchDocs.id} from ${searchDocs} where ${old})`,
			),
		db
			.insert(searchIndex)
			.select(
				sql`select ${searchDocs.id}, ${title_key}, ${channel_key} from ${searchDocs} where ${old}`,
			),
		db.update(searchDocs).set({ title_key, channel_key, folding: FOLDING }).where(old),
	]);
	return found.length;
}

async function foldStatements(db: Db): Promise<number> {
	const found = await db
		.select({ id: statementDocs.id, content: statements.content })
		.from(statementDocs)
		.innerJoin(statements, eq(statements.id, statementDocs.statement_id))
		.where(OLD_STATEMENT)
		.orderBy(desc(statementDocs.id))
		.limit(BATCH);
	if (found.length === 0) return 0;
	const keys = new Keys(found.map(({ id, content }) => [id, searchKey(content)]));
	const old = and(keys.has(sql`${statementDocs.id}`), OLD_STATEMENT);
	const content_key = keys.read(sql`${statementDocs.id}`, 0);
	// The index keeps what an admin has taken down, because it may be shown again.
	const indexed = sql`exists (select 1 from ${statements} join ${videos} on ${videos.id} = ${statements.video_id} where ${statements.id} = ${statementDocs.statement_id} and ${videos.analysis_status} = 'completed' and ${videos.listed} = 1)`;
	await db.batch([
		db
			.delete(statementIndex)
			.where(
				sql`${statementIndex.rowid} in (select ${statementDocs.id} from ${statementDocs} where ${old})`,
			),
		db
			.insert(statementIndex)
			.select(
				sql`select ${statementDocs.id}, ${content_key} from ${statementDocs} where ${old} and ${indexed}`,
			),
		db.update(statementDocs).set({ content_key, folding: FOLDING }).where(old),
	]);
	return found.length;
}

/** The new keys of documents by their ids, as one parameter. */
class Keys {
	readonly #json: string;

	constructor(rows: [id: number, ...keys: string[]][]) {
		this.#json = JSON.stringify(Object.fromEntries(rows.map(([id, ...keys]) => [id, keys])));
	}

	has(id: SQL): SQL {
		return sql`${id} in (select cast(key as integer) from json_each(${this.#json}))`;
	}

	read(id: SQL, place: number): SQL {
		return sql`json_extract(${this.#json}, '$."' || ${id} || ${`"[${place}]`})`;
	}
}
