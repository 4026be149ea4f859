import { beforeAll, describe, expect, it } from "vitest";
import { openDb } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { listVideos, SHORT_QUERY_REACH } from "#features/reports/list-queries.ts";
import { search } from "#features/search/queries.ts";
import { readFeed } from "#features/sharing/feeds.ts";
import { aCompletedRun, aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { startD1 } from "#tests/support/world/databases.ts";
import { opened } from "#tests/support/world/opened.ts";

const VIDEOS = 10_000;
const RARE_CHANNEL = "UCrare------------------";
const LIVE = { simulated: false };
type D1 = Awaited<ReturnType<typeof startD1>>;

/** The rows that D1 reports as read for all queries of `work`. */
async function rowsRead(
	{ d1 }: D1,
	work: (db: ReturnType<typeof openDb>) => Promise<unknown>,
): Promise<number> {
	const asked: { query: string; values: unknown[] }[] = [];
	const listening = {
		prepare: (query: string) => ({
			bind: (...values: unknown[]) => {
				asked.push({ query, values });
				return d1.prepare(query).bind(...values);
			},
		}),
		batch: d1.batch.bind(d1),
	};
	await work(openDb({ d1: listening }));
	let total = 0;
	for (const { query, values } of asked) {
		const { meta } = await d1
			.prepare(query)
			.bind(...values)
			.all();
		total += meta.rows_read;
	}
	expect(asked.length).toBeGreaterThan(0);
	return total;
}

describe(`rows read among ${VIDEOS} results of a statement each`, () => {
	const database = opened(() => startD1());
	beforeAll(async () => {
		const run = aCompletedRun({
			metadata: someMetadata({ title: "A rare bird", channel_name: "Birds" }),
			statements: [aStatement({ content: "A rare bird sings." })],
		});
		await publish(database.open(), run);
		await multiply(database, run.video_id);
	});

	it.each([
		"common words",
		"rare bird",
		"absent words",
		"common words 77",
		"words 7 common",
		"rare-bird",
		"birds rare",
	])("are at most 100 for a search for %j", async (q) => {
		const read = await rowsRead(database, (db) => search(db, q, { limit: 10, view: LIVE }));
		expect(read).toBeLessThanOrEqual(100);
	});

	it("are bounded for a query of two characters without a match", async () => {
		const read = await rowsRead(database, (db) => search(db, "zz", { limit: 10, view: LIVE }));
		expect(read).toBeGreaterThanOrEqual(SHORT_QUERY_REACH);
		expect(read).toBeLessThanOrEqual(2 * SHORT_QUERY_REACH + 10);
	});

	it("are few for the site's feed and for a channel's feed", async () => {
		const rare = aCompletedRun({ metadata: someMetadata({ channel_id: RARE_CHANNEL }) });
		await publish(database.open(), rare);
		for (const [channel_id, most] of [
			[null, 100],
			[RARE_CHANNEL, 3],
			["UCnone------------------", 1],
		] as const) {
			const read = await rowsRead(database, (db) => readFeed(db, { channel_id, limit: 50 }));
			expect(read, String(channel_id)).toBeLessThanOrEqual(most);
		}
	});

	it("are few for every page of the archive", async () => {
		let cursor: string | null = null;
		for (let page = 0; page < 3; page += 1) {
			const from: string | null = cursor;
			const read = await rowsRead(database, async (db) => {
				const answer = await listVideos(db, { cursor: from, limit: 24, view: LIVE });
				if (answer === "bad_cursor") throw new Error(answer);
				cursor = answer.next_cursor;
			});
			expect(read).toBeLessThanOrEqual(50);
		}
	});
});

/** Copies a published result under new ids, titles and completion times. */
async function multiply(database: D1, video_id: string): Promise<void> {
	const columns = (await database.rows("pragma table_info(videos)")).map((it) => String(it.name));
	const changed: Record<string, string> = {
		id: "printf('copy%07d', value)",
		title: "'Common words ' || value",
		first_completed_at: "strftime('%Y-%m-%dT%H:%M:%fZ', 1800000000 + value, 'unixepoch')",
	};
	const values = columns.map((name) => changed[name] ?? `videos.${name}`);
	const numbers = `with recursive n(value) as (select 1 union all select value + 1 from n where value < ${VIDEOS})`;
	await database.rows(
		`${numbers} insert into videos (${columns.join(", ")}) select ${values.join(", ")} from n, videos where videos.id = ?`,
		video_id,
	);
	await database.rows(
		"insert into search_docs (video_id, title_key, channel_key, folding) select id, ' ' || lower(title) || ' ', ' ' || lower(channel_name) || ' ', 2 from videos where id like 'copy%' order by id",
	);
	await database.rows(
		"insert into search_index (rowid, title_key, channel_key) select id, title_key, channel_key from search_docs where video_id like 'copy%'",
	);
	const said = (await database.rows("pragma table_info(statements)")).map((it) => String(it.name));
	const own: Record<string, string> = {
		id: "'said-' || videos.id",
		video_id: "videos.id",
		content: "videos.title",
	};
	await database.rows(
		`insert into statements (${said.join(", ")}) select ${said.map((name) => own[name] ?? `statements.${name}`).join(", ")} from videos, statements where videos.id like 'copy%' and statements.video_id = ?`,
		video_id,
	);
	await database.rows(
		"insert into statement_docs (statement_id, content_key, folding) select id, ' ' || lower(content) || ' ', 2 from statements where video_id like 'copy%' order by video_id",
	);
	await database.rows(
		"insert into statement_index (rowid, content_key) select id, content_key from statement_docs where statement_id like 'said-%'",
	);
}
