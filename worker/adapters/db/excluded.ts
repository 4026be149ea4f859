import { type SQL, sql } from "drizzle-orm";

/** For an upsert's `set`: these columns take the value that was to be inserted. */
export function excluded<Name extends string>(
	...names: Name[]
): Record<Name, SQL> {
	const entries = names.map((name) => [
		name,
		sql`excluded.${sql.identifier(name)}`,
	]);
	return Object.fromEntries(entries) as Record<Name, SQL>;
}
