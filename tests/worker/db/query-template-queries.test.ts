import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { queryTemplate } from "#db/query-template.ts";
import { members } from "#db/tables/members.ts";
import { describeOnBothDatabases, startD1 } from "#tests/support/world/databases.ts";

const MADE_AT = "2026-05-01T00:00:00.000Z";
let builds = 0;

const addMember = queryTemplate(["id", "avatar_url"], (db, { id, avatar_url }) =>
	db
		.insert(members)
		.select(
			sql`select ${id}, ${id}, ${id}, ${id}, ${avatar_url}, null, null, ${MADE_AT}, 0 where true`,
		)
		.onConflictDoNothing(),
);

const readMember = queryTemplate(["id"], (db, { id }) => {
	builds += 1;
	const { avatar_url } = members;
	return db.select({ id: members.id, avatar_url }).from(members).where(eq(members.id, id));
});

describeOnBothDatabases("query template", (database) => {
	it("is filled with each request's values", async () => {
		const add = database().open();
		const quoted = `o'brien "%_?1`;
		await add.batch([
			addMember(add, { id: "ada", avatar_url: "https://example.org/a.png" }),
			addMember(add, { id: quoted, avatar_url: null }),
		]);
		const read = database().open();
		const found = await read.batch([
			readMember(read, { id: quoted }),
			readMember(read, { id: "nobody" }),
			readMember(read, { id: "ada" }),
		]);
		expect(found).toEqual([
			[{ id: quoted, avatar_url: null }],
			[],
			[{ id: "ada", avatar_url: "https://example.org/a.png" }],
		]);
	});

	it("is built only once", async () => {
		const first = database().open();
		await first.batch([readMember(first, { id: "ada" })]);
		const before = builds;
		for (let times = 0; times < 3; times += 1) {
			const db = database().open();
			await db.batch([readMember(db, { id: "ada" })]);
		}
		expect(builds).toBe(before);
	});

	it("queries the database of its request, not the one it was first built for", async () => {
		const db = database().open();
		await db.batch([addMember(db, { id: "grace", avatar_url: null })]);
		const other = await startD1();
		try {
			const elsewhere = other.open();
			expect(await elsewhere.batch([readMember(elsewhere, { id: "grace" })])).toEqual([[]]);
		} finally {
			await other.stop();
		}
		expect(await db.batch([readMember(db, { id: "grace" })])).toEqual([
			[{ id: "grace", avatar_url: null }],
		]);
	});

	it("rejects a missing value", async () => {
		const db = database().open();
		const none = {} as { id: string };
		await expect((async () => db.batch([readMember(db, none)]))()).rejects.toThrow(
			'No value for placeholder "id"',
		);
	});
});
