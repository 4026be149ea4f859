import { Spending, SpendingAnalyses, type SpendingToday } from "#contract/spending.ts";
import { endpoint } from "#http/endpoint.ts";
import { BAD_CURSOR, badCursor, cursorQuery, json, linkNextPage } from "#http/operation.ts";
import type { Context } from "#worker/context.ts";
import { openDayLedger } from "./budget.ts";
import { type DayLimits, dayBefore, endOfDay, type Taker, utcDay } from "./day.ts";
import {
	listSpendingAnalyses,
	listSpendingDays,
	listSpendingMembers,
	readNames,
} from "./queries.ts";
import { dayShares, type Shares } from "./shares.ts";

const PAGE_SIZE = 20;

/** The cost of analyses, for admins. */
export const spendingEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/spending",
		id: "getSpending",
		summary: "What was spent on AI and searches, against the day's limits",
		detail:
			"Tokens are as reported by the providers. Costs are estimated by list prices or the operator's own; null is unknown.",
		access: "admin",
		answers: { 200: json("Today, the last 30 days, and each member's share.", Spending) },
		handle: (context) => readSpending(context),
	}),
	endpoint({
		method: "GET",
		path: "/api/admin/spending/analyses",
		id: "listSpendingAnalyses",
		summary: "What each analysis used",
		access: "admin",
		query: cursorQuery,
		answers: { 200: json("Newest end first.", SpendingAnalyses) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db }, { c, query: { cursor = null } }) => {
			const page = await listSpendingAnalyses(db.near, { cursor, limit: PAGE_SIZE });
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
];

/** The number of days that the page shows, including today. */
const DAYS = 30;

/** Reads the cost of the site's analyses. */
async function readSpending(context: Context): Promise<Spending> {
	const { near } = context.db;
	const since = dayBefore(context.now().getTime(), DAYS - 1);
	const [days, members] = await Promise.all([
		listSpendingDays(near, since),
		listSpendingMembers(near, since),
	]);
	return { today: await readToday(context, days), days, members };
}

async function readToday(context: Context, days: Spending["days"]): Promise<SpendingToday> {
	const { settings, now } = context;
	const now_ms = now().getTime();
	const limits = {
		calls: settings.LIMIT_PROVIDER_CALLS,
		usd: settings.LIMIT_SPENDING_USD,
		searches: settings.LIMIT_SEARCH_CALLS,
	};
	const ledger = openDayLedger(context);
	const [standing, takers = []] = await Promise.all([
		ledger?.look({ calls: 0, usd: 0 }),
		ledger?.takers(),
	]);
	const sum = (rows: Spending["days"]) => rows.reduce((total, { requests }) => total + requests, 0);
	// Without a limit there is no ledger, so usage is computed from the stored analyses.
	const spent = days.filter(({ day }) => day === utcDay(now_ms));
	const taken = standing?.taken ?? {
		calls: sum(spent.filter(({ step }) => step !== "search")),
		searches: sum(spent.filter(({ step }) => step === "search")),
		usd: spent.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
	};
	return {
		day: utcDay(now_ms),
		lifts_at: new Date(endOfDay(now_ms)).toISOString(),
		calls: { taken: taken.calls, limit: limits.calls || null },
		searches: { taken: taken.searches ?? 0, limit: limits.searches || null },
		usd: { taken: taken.usd, limit: limits.usd || null },
		shares: shownShares(dayShares(context)),
		takers: await nameTakers(context, takers),
	};
}

function shownShares({ member, new_member, network }: Shares): SpendingToday["shares"] {
	const shown = ({ calls, searches, usd }: DayLimits) => ({
		calls: calls || null,
		searches: searches || null,
		usd: usd || null,
	});
	return { member: shown(member), new_member: shown(new_member), network: shown(network) };
}

async function nameTakers(
	{ db }: Context,
	takers: readonly Taker[],
): Promise<SpendingToday["takers"]> {
	const ids = takers.flatMap(({ member }) => member ?? []);
	const names = await readNames(db.near, ids);
	return takers.map(({ member, is_new, taken }) => ({
		of: member === null ? "network" : is_new ? "new_member" : "member",
		member: names.find(({ id }) => id === member) ?? null,
		...taken,
	}));
}
