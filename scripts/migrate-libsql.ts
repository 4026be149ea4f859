import { createClient } from "@libsql/client/web";
import { layout } from "./layout.ts";
import { applyToLibsql, readMigrations } from "./migrations.ts";
import { StartError } from "./start-error.ts";

/** Brings a libSQL database up to the migrations folder. Throws StartError when it cannot be had. */
export async function migrateLibsql(
	url: string,
	auth_token: string | undefined,
): Promise<void> {
	const client = createClient(
		auth_token ? { url, authToken: auth_token } : { url },
	);
	try {
		await applyToLibsql(client, readMigrations(layout.migrations));
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new StartError(`LIBSQL_URL: cannot migrate that database: ${reason}`);
	} finally {
		client.close();
	}
}
