import { type SQL, sql } from "drizzle-orm";
import type { Search } from "#text/search-words.ts";

/** The search in the language of FTS5's MATCH. Words contain no quotation marks. */
export function matchExpression({ wanted }: Search): string {
	return wanted.map((forms) => `(${forms.map((form) => `"${form}"`).join(" OR ")})`).join(" AND ");
}

/** SQL condition: the key, or the text that it was made of, contains what is searched for. */
export function containsAll(
	{ key, text }: { key: SQL; text: SQL },
	{ wanted, literal }: Search,
): SQL {
	const conditions = wanted.map(
		(forms) =>
			sql`(${sql.join(
				forms.map((form) => sql`instr(${key}, ${form}) > 0`),
				sql` or `,
			)})`,
	);
	if (literal) conditions.push(sql`instr(lower(${text}), ${literal}) > 0`);
	return sql`(${sql.join(conditions, sql` and `)})`;
}
