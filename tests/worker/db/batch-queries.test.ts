import { eq } from "drizzle-orm";
import { expect, expectTypeOf, it } from "vitest";
import { runBatch } from "#db/batch.ts";
import { networkKeys } from "#db/tables/vote-checks.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

describeOnBothDatabases("a batch with names", (database) => {
	it("runs in the order of the names and answers the rows of each under its name", async () => {
		const db = database().open();
		const { key, period } = networkKeys;
		const own = eq(period, 1);
		const answers = await runBatch(db, {
			stored: db.insert(networkKeys).values({ period: 1, key: "first" }),
			before: db.select({ key }).from(networkKeys).where(own),
			changed: db.update(networkKeys).set({ key: "second" }).where(own).returning(),
			after: db.select({ key }).from(networkKeys).where(own),
		});
		expectTypeOf(answers.before).toEqualTypeOf<{ key: string }[]>();
		expectTypeOf(answers.changed).toEqualTypeOf<{ period: number; key: string }[]>();
		expect(answers).toMatchObject({
			before: [{ key: "first" }],
			changed: [{ period: 1, key: "second" }],
			after: [{ key: "second" }],
		});
	});

	it("applies completely or not at all", async () => {
		const db = database().open();
		const insert = () => db.insert(networkKeys).values({ period: 2, key: "twice" });
		await expect(runBatch(db, { first: insert(), second: insert() })).rejects.toThrow();
		expect(await db.select().from(networkKeys).where(eq(networkKeys.period, 2))).toEqual([]);
	});

	it("asks nothing without statements", async () => {
		expect(await runBatch(database().open(), {})).toEqual({});
	});
});
