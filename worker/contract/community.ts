import * as z from "zod";
import { Instant, VideoId } from "./ids.ts";
import { VoteType } from "./votes.ts";

export const LeaderboardRow = z.object({
	rank: z.int(),
	full_name: z.string(),
	avatar_url: z.string().nullable(),
	votes: z.int(),
	accuracy_percent: z.int(),
	score: z.int(),
});
export type LeaderboardRow = z.infer<typeof LeaderboardRow>;

export const CommunityItem = z.object({
	type: z.enum(["vote", "analysis"]),
	full_name: z.string(),
	avatar_url: z.string().nullable(),
	created_at: Instant,
	vote_type: VoteType.nullable(),
	statement: z.string().nullable(),
	video: z.object({ id: VideoId, title: z.string() }),
});
export type CommunityItem = z.infer<typeof CommunityItem>;

export const Community = z.object({
	overview: z.object({
		members: z.int(),
		votes: z.int(),
		statements: z.int(),
		videos: z.int(),
		agreement_percent: z.int().nullable(),
	}),
	leaderboard: z.array(LeaderboardRow),
	disputers: z.array(
		LeaderboardRow.pick({ full_name: true, avatar_url: true }).extend({ disputes_moved: z.int() }),
	),
	recent: z.array(CommunityItem),
});
export type Community = z.infer<typeof Community>;
