import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Miniflare } from "miniflare";
import { type Db, openDb } from "#adapters/db/open-db.ts";
import { layout } from "#scripts/layout.ts";
import { applyToD1, readMigrations } from "#scripts/migrations.ts";
import {
	miniflareOptions,
	readBuiltConfig,
} from "#scripts/miniflare-options.ts";

const ENTRY = new URL("./counting-entry.js", import.meta.url).pathname;

/** The product in workerd on a real D1, where each answer tells how often it went there. */
export type CountingProduct = {
	url: string;
	/** For writing results without running an analysis. */
	db: Db;
	get: (
		path: string,
		headers?: Record<string, string>,
	) => Promise<{
		status: number;
		headers: Headers;
		html: string;
		trips: number;
	}>;
	stop: () => Promise<void>;
};

/** `env` goes over the settings, which give two providers a key. */
export async function startCountingProduct(
	env: Record<string, string> = {},
): Promise<CountingProduct> {
	const dir = await mkdtemp(join(tmpdir(), "counting-"));
	const config = await readBuiltConfig();
	const keys = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", ...env };
	const address = { host: "127.0.0.1", port: 0 };
	// Beside a copy of the built worker and what it loads, as if it had been built itself.
	const built = join(dir, "worker");
	await cp(dirname(layout.workerBundle), built, { recursive: true });
	const entry = join(built, "counting-entry.js");
	await cp(ENTRY, entry);
	const options = miniflareOptions(config, address, dir, keys);
	const rules = "modulesRules" in options ? (options.modulesRules ?? []) : [];
	const miniflare = new Miniflare({
		...options,
		modulesRoot: built,
		// The built worker is no entry here, but a module like any other.
		modulesRules: [{ type: "ESModule", include: ["**/*.js"] }, ...rules],
		scriptPath: entry,
	});
	const url = `http://localhost:${(await miniflare.ready).port}`;
	const d1 = await miniflare.getD1Database("DB");
	await applyToD1(d1, readMigrations(layout.migrations));
	return {
		url,
		db: openDb({ d1 }),
		async get(path, headers = {}) {
			const answer = await fetch(url + path, {
				headers: { connection: "close", ...headers },
			});
			return {
				status: answer.status,
				headers: answer.headers,
				html: await answer.text(),
				trips: Number(answer.headers.get("x-database-trips")),
			};
		},
		async stop() {
			await miniflare.dispose();
			await rm(dir, { recursive: true, force: true });
		},
	};
}
