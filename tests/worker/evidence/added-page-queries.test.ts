import { expect, it } from "vitest";
import type { MemberId, StatementId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	addedPagesOf,
	readStatementForPage,
	storeAddedPage,
} from "#features/evidence/added-page-queries.ts";
import {
	aCompletedRun,
	aStatement,
	freshStatementId,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const view = { simulated: false };

describeOnBothDatabases("pages added by members", (database) => {
	const add = (
		statement_id: StatementId,
		member_id: MemberId,
		url: string,
		at: number,
		title = url,
	) =>
		storeAddedPage(database().open(), {
			statement_id,
			member_id,
			url,
			title,
			final_url: url,
			published_at: null,
			created_at: instant(at),
		});

	it("are listed for each live statement, newest first and without duplicates", async () => {
		const db = database().open();
		const [one, two] = [aStatement(), aStatement()];
		const run = aCompletedRun({ statements: [one, two] });
		await publish(db, run);
		const [ada, bob] = [await addMember(db), await addMember(db)];
		await add(one.id, ada, "https://a.example.org/", 1);
		await add(one.id, bob, "http://www.a.example.org", 2);
		await add(one.id, bob, "https://b.example.org/", 3);
		await add(two.id, bob, "https://c.example.org/", 4);
		const pages = await addedPagesOf(db, run.video_id);
		const urlsOf = (id: StatementId) => pages.get(id)?.map(({ url }) => url);
		expect(urlsOf(one.id)).toEqual(["https://b.example.org/", "http://www.a.example.org"]);
		expect(urlsOf(two.id)).toEqual(["https://c.example.org/"]);
	});

	it("are limited to three for a statement and dropped for a retired one", async () => {
		const db = database().open();
		const statement = aStatement();
		const run = aCompletedRun({ statements: [statement] });
		await publish(db, run);
		const member = await addMember(db);
		for (const at of [1, 2, 3, 4])
			await add(statement.id, member, `https://p${at}.example.org/`, at);
		const pages = await addedPagesOf(db, run.video_id);
		expect(pages.get(statement.id)?.map(({ url }) => url)).toEqual([
			"https://p4.example.org/",
			"https://p3.example.org/",
			"https://p2.example.org/",
		]);
		const { video_id } = run;
		await publish(db, aCompletedRun({ video_id, statements: [aStatement()] }));
		expect(await addedPagesOf(db, video_id)).toEqual(new Map());
	});

	it("move to a statement's new id when a run replaces it", async () => {
		const db = database().open();
		const statement = aStatement();
		const run = aCompletedRun({ statements: [statement] });
		await publish(db, run);
		const member = await addMember(db);
		await add(statement.id, member, "https://a.example.org/", 1);
		const { video_id } = run;
		const next = aStatement({ id: freshStatementId(), replaces: statement.id });
		const later = aCompletedRun({ video_id, statements: [next] });
		await publish(db, later);
		await publish(db, later);
		const pages = await addedPagesOf(db, video_id);
		expect([...pages.keys()]).toEqual([next.id]);
	});

	it("are stored once for a member and move to the front when added again", async () => {
		const db = database().open();
		const statement = aStatement();
		const run = aCompletedRun({ statements: [statement] });
		await publish(db, run);
		const member = await addMember(db);
		await add(statement.id, member, "https://a.example.org/", 1, "Old");
		await add(statement.id, member, "https://b.example.org/", 2);
		await add(statement.id, member, "https://a.example.org/", 3, "New");
		expect((await addedPagesOf(db, run.video_id)).get(statement.id)).toEqual([
			{ url: "https://a.example.org/", title: "New" },
			{ url: "https://b.example.org/", title: "https://b.example.org/" },
		]);
	});

	it("find their statement only if the view includes it, and report when it is retired", async () => {
		const db = database().open();
		const statement = aStatement();
		const run = aCompletedRun({ statements: [statement], simulated: true });
		await publish(db, run);
		const { video_id } = run;
		expect(await readStatementForPage(db, statement.id, view)).toBeNull();
		const all = { simulated: true };
		expect(await readStatementForPage(db, statement.id, all)).toEqual({
			video_id,
			content: statement.content,
			retired: false,
			channel_name: run.metadata?.channel_name ?? null,
		});
		const next = aCompletedRun({ video_id, statements: [aStatement()] });
		await publish(db, next);
		expect(await readStatementForPage(db, statement.id, view)).toMatchObject({
			retired: true,
		});
	});
});
