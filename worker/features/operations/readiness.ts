import { sql } from "drizzle-orm";
import type { Readiness } from "#contract/site.ts";
import type { Db } from "#db/client.ts";

/** A slower dependency counts as unavailable, because the load balancer needs a decision. */
const PATIENCE_MS = 2_000;

/**
 * The dependencies that readiness checks. Passed as an argument, because tests need dependencies
 * that fail or never answer.
 */
export type Dependencies = {
	pingDatabase(): Promise<void>;
	appliedMigrations(): Promise<string[]>;
	/** The migrations that this program needs. */
	expected_migrations: readonly string[];
	pingQuota(): Promise<void>;
	configured: Readiness["configured"];
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms`. */
	pause(ms: number): Promise<void>;
	failed(dependency: string, error: unknown): void;
};

type Checked<T> = { ok: boolean; latency_ms: number; answer: T | null };

/** Checks all dependencies in parallel and waits at most PATIENCE_MS for each. */
export async function checkReadiness(dependencies: Dependencies): Promise<Readiness> {
	const { now, configured, expected_migrations } = dependencies;
	const check = async <T>(name: string, ask: () => Promise<T>): Promise<Checked<T>> => {
		const started_at = now();
		const late = dependencies.pause(PATIENCE_MS).then(() => {
			throw new Error("no answer in time");
		});
		const asked = Promise.race([ask(), late]);
		const answer = await asked.then(
			(given) => ({ ok: true, answer: given }),
			(error: unknown) => {
				dependencies.failed(name, error);
				return { ok: false, answer: null };
			},
		);
		return {
			...answer,
			latency_ms: Math.max(0, Math.round(now() - started_at)),
		};
	};
	const [database, applied, quota] = await Promise.all([
		check("database", dependencies.pingDatabase),
		check("migrations", dependencies.appliedMigrations),
		check("quota", dependencies.pingQuota),
	]);
	const missing = expected_migrations.filter((name) => !applied.answer?.includes(name));
	const migrations = {
		ok: applied.ok && missing.length === 0,
		applied: applied.answer?.length ?? 0,
		missing: missing.length,
	};
	const { ok, latency_ms } = database;
	return {
		status: ok && migrations.ok && quota.ok ? ("ok" as const) : ("unavailable" as const),
		checked_at: new Date(now()).toISOString(),
		checks: {
			database: { ok, latency_ms },
			migrations,
			quota: { ok: quota.ok, latency_ms: quota.latency_ms },
		},
		configured,
	};
}

/** Throws if the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
	await db.all(sql`select 1 as one`);
}

/** The names of the applied migrations, from the migration runner's table. */
export async function appliedMigrations(db: Db): Promise<string[]> {
	const rows = await db.all<{ name: string }>(sql`select name from d1_migrations order by name`);
	return rows.map(({ name }) => name);
}
