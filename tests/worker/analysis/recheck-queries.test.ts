import { expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { createResponse } from "#features/channels/response-queries.ts";
import { insertAddedPage } from "#features/evidence/added-page-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { freshChannelId, makeOwner } from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aStatement,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const LIVE = { simulated: false };
const URL = "https://records.example.org/";

/** A result of two statements, with its starter and the creator of its channel. */
async function aResult(database: TestDb) {
	const db = database.open();
	const [starter, creator] = [await addMember(db), await addMember(db)];
	const channel_id = freshChannelId();
	await makeOwner(db, creator, channel_id);
	const statements = [aStatement(), aStatement({ timestamp: 40 })] as const;
	const [first, second] = statements;
	const run = aCompletedRun({
		statements: [...statements],
		started_by: starter,
		metadata: someMetadata({ channel_id }),
	});
	await publish(db, run);
	/** The creator's response to the first statement, with a page. */
	const respond = (id: string, shown = channel_id) =>
		createResponse(
			db,
			{
				id,
				video_id: run.video_id,
				statement_id: first.id,
				member_id: creator,
				channel_id: shown,
				body: "Not so.",
				channel_name: "Harbour Talks",
				title: "",
				now: instant(3),
			},
			(stored) =>
				insertAddedPage(
					db,
					{
						statement_id: first.id,
						member_id: creator,
						url: URL,
						final_url: URL,
						title: "Records",
						published_at: null,
						created_at: instant(3),
					},
					stored,
				),
		);
	return { db, run, first, second, starter, creator, respond };
}

describeOnBothDatabases("statement that is checked again", (database) => {
	const pagesOf = (video_id: string) =>
		database().rows(
			"select statement_id, url from statement_pages where statement_id in (select id from statements where video_id = ?)",
			video_id,
		);

	it("is replaced alone, with its responses and pages, and keeps the analysis's starter", async () => {
		const { db, run, first, second, starter, creator, respond } = await aResult(database());
		const { video_id } = run;
		await respond(`to-${first.id}`);
		const next = aStatement({ replaces: first.id, ai_score: 90 });
		const recheck = aCompletedRun({
			video_id,
			statements: [next],
			started_by: creator,
			adds_to: run.run_id,
			rechecks: first.id,
			bs_score: 61,
		});
		expect(await publish(db, recheck)).toBe("published");
		expect(await publish(db, recheck)).toBe("already");
		const { video, statements, responses } = await readReport(db, video_id, LIVE);
		expect(statements.map(({ id }) => id).sort()).toEqual([next.id, second.id].sort());
		expect(video).toMatchObject({ bs_score: 61, version: 2, claims_count: 2 });
		expect(responses).toMatchObject([
			{ id: `to-${first.id}`, statement_id: next.id, retired_statement: null },
		]);
		expect(await pagesOf(video_id)).toEqual([{ statement_id: next.id, url: URL }]);
		expect(await database().rows("select started_by from videos where id = ?", video_id)).toEqual([
			{ started_by: starter },
		]);
	});

	it("gets no page from a response that is not stored", async () => {
		const { run, first, respond } = await aResult(database());
		expect(await respond(`lost-${first.id}`, freshChannelId())).toBe("changed");
		expect(await pagesOf(run.video_id)).toEqual([]);
		await respond(`one-${first.id}`);
		expect(await respond(`two-${first.id}`)).toBe("standing");
		expect(await pagesOf(run.video_id)).toHaveLength(1);
	});
});
