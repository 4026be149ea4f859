import type { Spending, SpendingToday } from "#contract/spending.ts";
import { dayBefore, endOfDay, utcDay } from "#features/spending/day.ts";
import {
	listSpendingAnalyses,
	listSpendingDays,
	listSpendingMembers,
} from "#features/spending/queries.ts";
import type { Base } from "./base.ts";
import { composeLedger } from "./budget.ts";

const DAYS = 30;

/** What the site's analyses took, for the team. */
export function composeSpending({ env, settings, db, now }: Base) {
	const ledger = composeLedger(env, settings);

	async function today(days: Spending["days"]): Promise<SpendingToday> {
		const now_ms = Date.parse(now());
		const standing = await ledger?.look({ calls: 0, usd: 0 });
		// Without a limit nobody counts ahead: what has been spent is all there is.
		const spent = days.filter(({ day }) => day === utcDay(now_ms));
		const taken = standing?.taken ?? {
			calls: spent.reduce((sum, { requests }) => sum + requests, 0),
			usd: spent.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
		};
		return {
			day: utcDay(now_ms),
			lifts_at: new Date(endOfDay(now_ms)).toISOString(),
			calls: {
				taken: taken.calls,
				limit: settings.LIMIT_PROVIDER_CALLS || null,
			},
			usd: { taken: taken.usd, limit: settings.LIMIT_SPENDING_USD || null },
		};
	}

	return {
		async overview(): Promise<Spending> {
			const since = dayBefore(Date.parse(now()), DAYS - 1);
			const [days, members] = await Promise.all([
				listSpendingDays(db, since),
				listSpendingMembers(db, since),
			]);
			return { today: await today(days), days, members };
		},
		analyses: (cursor: string | null, limit: number) =>
			listSpendingAnalyses(db, { cursor, limit }),
	};
}
