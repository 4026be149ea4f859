import type { Spending, SpendingToday } from "#contract/spending.ts";
import type { Context } from "#worker/context.ts";
import { dayBefore, endOfDay, utcDay } from "./day.ts";
import { dayLedger } from "./day-ledger.ts";
import { listSpendingDays, listSpendingMembers } from "./queries.ts";

/** The days that the page shows, including today. */
const DAYS = 30;

/** What the site's analyses cost, for the team. */
export async function readSpending(context: Context): Promise<Spending> {
	const { near } = context.db;
	const since = dayBefore(context.now().getTime(), DAYS - 1);
	const [days, members] = await Promise.all([
		listSpendingDays(near, since),
		listSpendingMembers(near, since),
	]);
	return { today: await readToday(context, days), days, members };
}

async function readToday(
	{ settings, objects, now }: Context,
	days: Spending["days"],
): Promise<SpendingToday> {
	const now_ms = now().getTime();
	const limits = {
		calls: settings.LIMIT_PROVIDER_CALLS,
		usd: settings.LIMIT_SPENDING_USD,
	};
	const ledger = dayLedger(objects.DAY_LEDGER, limits, () => now().getTime());
	const standing = await ledger?.look({ calls: 0, usd: 0 });
	// Without a limit there is no ledger, so the stored analyses are the only source.
	const spent = days.filter(({ day }) => day === utcDay(now_ms));
	const taken = standing?.taken ?? {
		calls: spent.reduce((sum, { requests }) => sum + requests, 0),
		usd: spent.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
	};
	return {
		day: utcDay(now_ms),
		lifts_at: new Date(endOfDay(now_ms)).toISOString(),
		calls: { taken: taken.calls, limit: limits.calls || null },
		usd: { taken: taken.usd, limit: limits.usd || null },
	};
}
