import type { Client, Transaction } from "@libsql/client/web";

/** What the engine keeps for itself, and the text index, which is made anew from its documents. */
const NOT_DATA =
	"name not like 'sqlite_%' and name not like 'libsql_%' and name not like 'search_index%'";

/** The database's own tables, each after those that it refers to. */
export async function tablesInOrder(
	from: Client | Transaction,
): Promise<string[]> {
	const { rows } = await from.execute(
		`select name from sqlite_master where type = 'table' and ${NOT_DATA} order by name`,
	);
	const waiting = new Map<string, string[]>();
	for (const { name } of rows) {
		const keys = await from.execute(
			`select "table" as parent from pragma_foreign_key_list('${String(name)}')`,
		);
		waiting.set(
			String(name),
			keys.rows.map(({ parent }) => String(parent)),
		);
	}
	const order: string[] = [];
	while (waiting.size) {
		const [next] = [...waiting].find(([, parents]) =>
			parents.every((parent) => order.includes(parent)),
		) ?? [null];
		if (next === null) throw new Error("The tables refer to each other");
		order.push(next);
		waiting.delete(next);
	}
	return order;
}
