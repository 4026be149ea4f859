import type { Readiness } from "#contract/site.ts";
import {
	readBacklog,
	readFigures,
} from "#features/operations/figures-queries.ts";
import { readOutcomes } from "#features/operations/jobs.ts";
import {
	appliedMigrations,
	checkReadiness,
	pingDatabase,
} from "#features/operations/readiness.ts";
import { isRecent } from "#identity/is-recent.ts";
import { createQuotas } from "#identity/quota.ts";
import { hashToken } from "#identity/tokens.ts";
import { DAY_MS } from "#worker/durations.ts";
import { expectedMigrations } from "#worker/expected-migrations.ts";
import { log } from "#worker/log.ts";
import type { Base } from "./base.ts";
import { composeLedger } from "./budget.ts";

/** Probes come every ten seconds or so; asking more often than this asks nobody. */
const READINESS_KEPT_MS = 5_000;
let latest: Readiness | null = null;
/** When the check under way began, in milliseconds: whoever asked may have left in the middle of it. */
let checking_since = 0;

/** What the site's operator, and the machines that watch for them, ask. */
export function composeOperations(base: Base) {
	const { db, env, settings, providers, now } = base;
	const { LIMIT_PROVIDER_CALLS, METRICS_TOKEN } = settings;
	/** Asked for nothing but an answer; a limit of 0 would leave the object out. */
	const counter = createQuotas(env.QUOTA)("readiness", 1, DAY_MS);
	const ledger = composeLedger(env, settings);
	const check = () =>
		checkReadiness({
			pingDatabase: () => pingDatabase(db),
			appliedMigrations: () => appliedMigrations(db),
			expected_migrations: expectedMigrations,
			pingQuota: async () => void (await counter.used()),
			configured: {
				mode: providers.mode,
				panel: providers.panel,
				youtube_api: settings.YOUTUBE_API_KEY !== undefined,
				mail: settings.SMTP_URL !== undefined,
				google_sign_in: settings.GOOGLE_CLIENT_ID !== undefined,
			},
			now: Date.now,
			pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
			failed: (dependency, error) => log("not ready", { dependency, error }),
		});
	return {
		/** Checked at most once at a time here; meanwhile, and for some seconds, the last one is told. */
		async readiness(): Promise<Readiness> {
			const lately = (instant: number) =>
				isRecent(instant, READINESS_KEPT_MS, Date.now());
			const fresh = latest && lately(Date.parse(latest.checked_at));
			if (latest && (fresh || lately(checking_since))) return latest;
			checking_since = Date.now();
			latest = await check();
			return latest;
		},
		/** null where nobody is to read them. */
		mayReadMetrics: METRICS_TOKEN
			? (token: string) => hashToken(token) === hashToken(METRICS_TOKEN)
			: null,
		async measured() {
			const [figures, backlog, jobs, day] = await Promise.all([
				readFigures(db),
				readBacklog(db),
				readOutcomes(db),
				ledger?.look({ calls: 0, usd: 0 }),
			]);
			const provider_calls = {
				used: day?.taken.calls ?? 0,
				limit: LIMIT_PROVIDER_CALLS,
			};
			return { figures, backlog, jobs, provider_calls, now: now() };
		},
	};
}
