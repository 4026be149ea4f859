import type { D1Database } from "@cloudflare/workers-types/experimental";
import { createClient } from "@libsql/client/web";
import { libsqlAsD1 } from "./libsql-as-d1.ts";
import { startSqld } from "./sqld.ts";

/** A database of one product's own, where it is not the embedded one. */
export type OwnDatabase = {
	env: Record<string, string>;
	d1: D1Database;
	stop: () => Promise<void>;
};

/** Whether this test run has every product on a real libSQL server (`npm test -- --libsql`). */
export const ON_LIBSQL = process.env.TEST_ENGINE === "libsql";

/** null where the embedded database serves. */
export async function startOwnDatabase(): Promise<OwnDatabase | null> {
	if (!ON_LIBSQL) return null;
	const server = await startSqld();
	const client = createClient({ url: server.url });
	return {
		env: { LIBSQL_URL: server.url },
		d1: libsqlAsD1(client),
		async stop() {
			client.close();
			await server.stop();
		},
	};
}
