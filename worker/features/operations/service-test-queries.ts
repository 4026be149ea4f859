import { sql } from "drizzle-orm";
import type { ServiceTest } from "#contract/services.ts";
import { insertRows } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { serviceTests } from "#db/tables/service-tests.ts";

/** What a service answered, without its name. */
export type ServiceAnswer = Pick<ServiceTest, "kind" | "id" | "model"> & {
	ok: boolean;
	message: string;
};
type StoredTest = typeof serviceTests.$inferSelect;

/** Replaces each service's earlier answer. */
export async function storeServiceTests(
	db: Db,
	answers: readonly ServiceAnswer[],
	tested_at: string,
): Promise<void> {
	const rows = answers.map((answer) => ({ ...answer, tested_at }));
	if (rows.length === 0) return;
	await insertRows(db, serviceTests, rows, sql`true`).onConflictDoUpdate({
		target: [serviceTests.kind, serviceTests.id],
		set: {
			model: sql`excluded.model`,
			tested_at: sql`excluded.tested_at`,
			ok: sql`excluded.ok`,
			message: sql`excluded.message`,
		},
	});
}

export function readServiceTests(db: Db): Promise<StoredTest[]> {
	return db.select().from(serviceTests);
}
