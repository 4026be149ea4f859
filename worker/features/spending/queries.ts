import { and, asc, count, desc, eq, gte, inArray, sql, sum } from "drizzle-orm";
import { MemberId } from "#contract/ids.ts";
import { SpendingAnalyses, SpendingDay, SpendingMember } from "#contract/spending.ts";
import type { Db } from "#db/client.ts";
import { cutPage, decodePlace } from "#db/cursors.ts";
import { members } from "#db/tables/members.ts";
import { providerCalls, publications, spendingDays } from "#db/tables/runs.ts";
import { videos } from "#db/tables/videos.ts";

/** Enough to show the heaviest users. */
const MEMBERS = 20;

/** The spending since a day (YYYY-MM-DD), latest day first. */
export async function listSpendingDays(db: Db, since: string): Promise<SpendingDay[]> {
	const { day, provider, model, step } = spendingDays;
	const rows = await db
		.select()
		.from(spendingDays)
		.where(gte(day, since))
		.orderBy(desc(day), asc(provider), asc(step), asc(model));
	return rows.map((row) => SpendingDay.parse(withShownCost(row)));
}

/** The members whose analyses made the most requests since a day. */
export async function listSpendingMembers(db: Db, since: string): Promise<SpendingMember[]> {
	const requests = sum(publications.requests).mapWith(Number);
	const rows = await db
		.select({
			id: members.id,
			full_name: members.full_name,
			analyses: count(),
			calls: sum(publications.calls).mapWith(Number),
			requests,
			input_tokens: sum(publications.input_tokens).mapWith(Number),
			output_tokens: sum(publications.output_tokens).mapWith(Number),
			cost_usd: sum(publications.cost_usd).mapWith(Number),
			unpriced_calls: sum(publications.unpriced_calls).mapWith(Number),
		})
		.from(publications)
		.leftJoin(members, eq(members.id, publications.started_by))
		.where(gte(publications.ended_at, since))
		.groupBy(publications.started_by)
		.orderBy(desc(requests), desc(count()), asc(members.id))
		.limit(MEMBERS);
	return rows.map(({ id, full_name, ...amounts }) =>
		SpendingMember.parse({ ...withShownCost(amounts), member: toPerson(id, full_name) }),
	);
}

/** The names of these members; deleted accounts are left out. */
export async function readNames(
	db: Db,
	ids: readonly string[],
): Promise<NonNullable<SpendingMember["member"]>[]> {
	if (ids.length === 0) return [];
	const { id, full_name } = members;
	const rows = await db
		.select({ id, full_name })
		.from(members)
		.where(inArray(id, [...ids]));
	return rows.map((row) => ({ ...row, id: MemberId.parse(row.id) }));
}

/** One page of the runs that ended, latest first, each with its steps. */
export async function listSpendingAnalyses(
	db: Db,
	{ cursor, limit }: { cursor: string | null; limit: number },
): Promise<SpendingAnalyses | "bad_cursor"> {
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const { ended_at, run_id } = publications;
	const rows = await db
		.select({ run: publications, title: videos.title, full_name: members.full_name })
		.from(publications)
		.leftJoin(videos, eq(videos.id, publications.video_id))
		.leftJoin(members, eq(members.id, publications.started_by))
		.where(after ? sql`(${ended_at}, ${run_id}) < (${after.at}, ${after.key})` : undefined)
		.orderBy(desc(ended_at), desc(run_id))
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, ({ run }) => ({
		at: run.ended_at,
		key: run.run_id,
	}));
	const steps = await readSteps(
		db,
		page.map(({ run }) => run.run_id),
	);
	return SpendingAnalyses.parse({
		analyses: page.map(({ run, title, full_name }) => ({
			...withShownCost(run),
			run: run.run_id,
			status: run.outcome,
			title: title || null,
			started_by: toPerson(run.started_by, full_name),
			steps: steps.get(run.run_id) ?? [],
		})),
		next_cursor,
	});
}

async function readSteps(db: Db, run_ids: string[]) {
	const { run_id, provider, model, ok } = providerCalls;
	const { input_tokens, output_tokens, cost_usd } = providerCalls;
	// Names of tasks that occur once per run, such as "plan", contain no colon.
	const step = sql<string>`substr(${providerCalls.task}, 1, instr(${providerCalls.task} || ':', ':') - 1)`;
	const total = (value: unknown) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);
	const rows = await db
		.select({
			run_id,
			provider,
			model,
			step,
			calls: count(),
			failed_calls: total(sql`${ok} = 0`),
			requests: total(providerCalls.attempts),
			input_tokens: total(input_tokens),
			output_tokens: total(output_tokens),
			cost_usd: total(cost_usd),
			// The same rule as in sumCalls.
			unpriced_calls: total(
				sql`${cost_usd} is null and (${ok} = 1 or ${input_tokens} is not null or ${output_tokens} is not null)`,
			),
		})
		.from(providerCalls)
		.where(and(sql`${run_id} in (select value from json_each(${JSON.stringify(run_ids)}))`))
		.groupBy(run_id, provider, model, step)
		.orderBy(asc(step), asc(provider), asc(model));
	const steps = new Map<string, unknown[]>();
	for (const { run_id, ...row } of rows) {
		const ofRun = steps.get(run_id) ?? [];
		ofRun.push(withShownCost(row));
		steps.set(run_id, ofRun);
	}
	return steps;
}

function withShownCost<Row extends { calls: number; cost_usd: number; unpriced_calls: number }>(
	row: Row,
) {
	return { ...row, cost_usd: shownCost(row) };
}

function toPerson(id: string | null, full_name: string | null) {
	return id === null ? null : { id, full_name: full_name ?? "" };
}

/**
 * The sum of the known costs for display; null ("unknown") if there were calls and none of them
 * has a price.
 */
export function shownCost({
	cost_usd,
	unpriced_calls,
}: {
	cost_usd: number;
	unpriced_calls: number;
}): number | null {
	return unpriced_calls > 0 && cost_usd === 0 ? null : cost_usd;
}
