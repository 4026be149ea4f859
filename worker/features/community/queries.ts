import { and, eq, inArray, lt, sql } from "drizzle-orm";
import * as z from "zod";
import type { LeaderboardRow } from "#contract/community.ts";
import type { Db } from "#db/client.ts";
import { communitySnapshots } from "#db/tables/figures.ts";
import { members } from "#db/tables/members.ts";
import type { View } from "#db/view.ts";
import type { CommunityFigures } from "./figures-queries.ts";

/** The public part of a member. */
export type PublicMember = Pick<LeaderboardRow, "full_name" | "avatar_url">;

const Count = z.int().min(0);
const Figures = z.object({
	overview: z.object({
		members: Count,
		votes: Count,
		statements: Count,
		videos: Count,
		agreement_percent: Count.nullable(),
	}),
	tallies: z.array(
		z.object({
			member_id: z.string(),
			votes: Count,
			settled: Count,
			agreeing: Count,
		}),
	),
}) satisfies z.ZodType<CommunityFigures>;

export type CommunitySnapshot = {
	figures: CommunityFigures;
	computed_at: string;
};

/** The figures of the last count; null before the first. */
export async function readSnapshot(db: Db, view: View): Promise<CommunitySnapshot | null> {
	const [row] = await db
		.select()
		.from(communitySnapshots)
		.where(eq(communitySnapshots.simulated, view.simulated));
	if (!row || row.computed_at === "") return null;
	return { figures: Figures.parse(row.body), computed_at: row.computed_at };
}

/**
 * Returns true to the caller that should recount. Another caller's claim blocks until `given_up`.
 */
export async function claimRefresh(
	db: Db,
	view: View,
	{ now, given_up }: { now: string; given_up: string },
): Promise<boolean> {
	const claimed = await db
		.insert(communitySnapshots)
		.values({
			simulated: view.simulated,
			computed_at: "",
			refreshing_since: now,
			body: {},
		})
		.onConflictDoUpdate({
			target: communitySnapshots.simulated,
			set: { refreshing_since: now },
			setWhere: lt(communitySnapshots.refreshing_since, given_up),
		})
		.returning({ simulated: communitySnapshots.simulated });
	return claimed.length > 0;
}

export async function saveSnapshot(
	db: Db,
	view: View,
	{ figures, computed_at }: CommunitySnapshot,
): Promise<void> {
	await db
		.update(communitySnapshots)
		.set({ body: figures, computed_at })
		.where(eq(communitySnapshots.simulated, view.simulated));
}

/** Returns those of the given members who still exist and are not hidden, by id. */
export async function publicMembers(
	db: Db,
	member_ids: string[],
): Promise<Map<string, PublicMember>> {
	const { id, full_name, avatar_url, hidden_from_community } = members;
	const wanted = sql`(select value from json_each(${JSON.stringify(member_ids)}))`;
	const rows = await db
		.select({ id, full_name, avatar_url })
		.from(members)
		.where(and(inArray(id, wanted), eq(hidden_from_community, false)));
	return new Map(rows.map(({ id: key, ...person }) => [key, person]));
}
