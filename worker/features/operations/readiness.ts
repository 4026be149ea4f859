import { sql } from "drizzle-orm";
import type { Readiness } from "#contract/site.ts";
import type { Db } from "#db/client.ts";
import { silentQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, isRecent } from "#worker/durations.ts";
import { log } from "#worker/log.ts";

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
		return { ...answer, latency_ms: Math.max(0, Math.round(now() - started_at)) };
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
async function pingDatabase(db: Db): Promise<void> {
	await db.all(sql`select 1 as one`);
}

/** The names of the applied migrations, from the migration runner's table. */
async function appliedMigrations(db: Db): Promise<string[]> {
	const rows = await db.all<{ name: string }>(sql`select name from d1_migrations order by name`);
	return rows.map(({ name }) => name);
}

/** Set by the build: the names of the files in the migrations folder. */
declare const MIGRATIONS: string[] | undefined;

/** The migrations that this worker needs the database to have. */
const expectedMigrations: readonly string[] = typeof MIGRATIONS === "undefined" ? [] : MIGRATIONS;

/** Probes arrive about every ten seconds. Earlier requests get the last answer. */
const READINESS_KEPT_MS = 5_000;
let latest: Readiness | null = null;
/**
 * When the running check started, in epoch milliseconds. Used to detect a check whose request was
 * cancelled.
 */
let checking_since = 0;

/**
 * Runs at most one check at a time. Other callers get the last answer, which is also reused for
 * some seconds.
 */
export async function readReadiness(context: Context): Promise<Readiness> {
	const now_ms = context.now().getTime();
	const lately = (instant: number) => isRecent(instant, READINESS_KEPT_MS, now_ms);
	const fresh = latest && lately(Date.parse(latest.checked_at));
	if (latest && (fresh || lately(checking_since))) return latest;
	checking_since = now_ms;
	latest = await checkNow(context);
	return latest;
}

function checkNow(context: Context): Promise<Readiness> {
	const { settings, providers, db } = context;
	/** Only pings the object. With a limit of 0 the object would not be called. */
	const counter = silentQuota(context, "readiness", 1, DAY_MS);
	return checkReadiness({
		pingDatabase: () => pingDatabase(db.primary),
		appliedMigrations: () => appliedMigrations(db.primary),
		expected_migrations: expectedMigrations,
		pingQuota: async () => void (await counter.used()),
		configured: {
			mode: providers.mode,
			panel: providers.panel,
			youtube_api: settings.YOUTUBE_API_KEY !== undefined,
			mail: settings.SMTP_URL !== undefined,
			google_sign_in: settings.GOOGLE_CLIENT_ID !== undefined,
			secrets_key: settings.SECRETS_KEY.length > 0,
		},
		now: () => context.now().getTime(),
		pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
		failed: (dependency, error) => log("not ready", { dependency, error }),
	});
}
