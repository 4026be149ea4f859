import { openDayLedger } from "#features/spending/day-ledger.ts";
import type { Context } from "#worker/context.ts";
import { readBacklog, readFigures } from "./figures-queries.ts";
import { readOutcomes } from "./jobs.ts";

/** The measurements behind the metrics. */
export async function measureSite(context: Context) {
	const { near } = context.db;
	const [figures, backlog, jobs, day] = await Promise.all([
		readFigures(near),
		readBacklog(near),
		readOutcomes(near),
		openDayLedger(context)?.look({ calls: 0, usd: 0 }),
	]);
	const provider_calls = {
		used: day?.taken.calls ?? 0,
		limit: context.settings.LIMIT_PROVIDER_CALLS,
	};
	const now = context.now().toISOString();
	return { figures, backlog, jobs, provider_calls, now };
}
