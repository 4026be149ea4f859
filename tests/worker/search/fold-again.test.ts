import { expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { foldSearchAgain } from "#features/search/fold-again.ts";
import { search } from "#features/search/queries.ts";
import { aCompletedRun, aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };
const COUNT = 600;

describeOnBothDatabases("the search index of 1.0.0", (database) => {
	it("stays in use, and is folded again without a gap", async () => {
		const db = database().open();
		const run = aCompletedRun({
			metadata: someMetadata({ title: "O’Brien’s spider-man", channel_name: "Łódź" }),
			statements: [aStatement({ content: "The wolf’s den is in Łódź." })],
		});
		await publish(db, run);
		await writeAsBefore("o’brien’s spider-man", "łodz", " the wolf s den is in łodz ");
		const found = async (q: string) => {
			const { results, statements } = await search(db, q, { limit: 10, view: LIVE });
			return [results.length, statements.length];
		};
		expect(await found("spider")).toEqual([1, 0]);
		expect(await found("wolf den")).toEqual([0, 1]);
		expect(await found("lodz obriens")).toEqual([0, 0]);
		await foldSearchAgain(db);
		expect(await found("lodz obriens")).toEqual([1, 0]);
		expect(await found("wolfs lodz")).toEqual([0, 1]);
		expect(await found("spider")).toEqual([1, 0]);
		expect(await database().rows("select id from search_docs where folding = 1")).toEqual([]);
		const before = await database().rows("select * from search_docs");
		await foldSearchAgain(db);
		expect(await database().rows("select * from search_docs")).toEqual(before);
	});

	it("leaves out the statements of unlisted results, and takes several batches", async () => {
		const db = database().open();
		const statements = Array.from({ length: COUNT }, (_, at) =>
			aStatement({ content: `Marmot’s number ${at}.` }),
		);
		const run = aCompletedRun({ statements });
		await publish(db, run);
		await database().rows("update statement_docs set folding = 1, content_key = ' marmot '");
		await database().rows("update videos set listed = 0 where id = ?", run.video_id);
		await foldSearchAgain(db);
		expect(await database().rows("select id from statement_docs where folding = 1")).toEqual([]);
		await database().rows("update videos set listed = 1 where id = ?", run.video_id);
		const { statements: found } = await search(db, "marmots", { limit: 10, view: LIVE });
		expect(found).toEqual([]);
	});

	async function writeAsBefore(title: string, channel: string, content: string): Promise<void> {
		const { rows } = database();
		await rows("delete from search_index");
		await rows("delete from statement_index");
		await rows(
			"update search_docs set title_key = ?, channel_key = ?, folding = 1",
			title,
			channel,
		);
		await rows("update statement_docs set content_key = ?, folding = 1", content);
		await rows(
			"insert into search_index (rowid, title_key, channel_key) select id, title_key, channel_key from search_docs",
		);
		await rows(
			"insert into statement_index (rowid, content_key) select id, content_key from statement_docs",
		);
	}
});
