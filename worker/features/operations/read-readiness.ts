import type { Readiness } from "#contract/site.ts";
import { silentQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, isRecent } from "#worker/durations.ts";
import { log } from "#worker/log.ts";
import { appliedMigrations, checkReadiness, pingDatabase } from "./readiness.ts";

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
