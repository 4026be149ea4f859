import { eq, lt } from "drizzle-orm";
import type { Db } from "../open-db.ts";
import { networkKeys } from "../schema/vote-holds.ts";

/** A week: the hashes themselves live for minutes. */
const PERIOD_MS = 7 * 24 * 60 * 60 * 1_000;

/** The last one that was read, so that hardly any vote asks for it. */
let known: { period: number; key: string } | null = null;

/** The key of the period that `now` lies in: `fresh`, unless there is one already. */
export async function readNetworkKey(
	db: Db,
	now: string,
	fresh: () => string,
): Promise<string> {
	const period = periodOf(now);
	if (known?.period === period) return known.key;
	const [, [row]] = await db.batch([
		db
			.insert(networkKeys)
			.values({ period, key: fresh() })
			.onConflictDoNothing(),
		db.select().from(networkKeys).where(eq(networkKeys.period, period)),
	]);
	if (!row) throw new Error("The key of this period is missing");
	known = row;
	return row.key;
}

/** Deletes the keys of earlier periods; part of a batch. */
export function forgetOldKeys(db: Db, now: string) {
	return db.delete(networkKeys).where(lt(networkKeys.period, periodOf(now)));
}

function periodOf(now: string): number {
	return Math.floor(Date.parse(now) / PERIOD_MS);
}
