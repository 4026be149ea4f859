import * as z from "zod";
import { Instant, VideoId } from "./ids.ts";
import { VoteType } from "./votes.ts";

export const LeaderboardRow = z.object({
	rank: z.int(),
	full_name: z.string(),
	avatar_url: z.string().nullable(),
	votes: z.int(),
	/** Share of the member's votes on settled statements that agree with the majority. */
	accuracy_percent: z.int(),
	/** votes * accuracy_percent. */
	score: z.int(),
});
export type LeaderboardRow = z.infer<typeof LeaderboardRow>;

export const CommunityItem = z.object({
	type: z.enum(["vote", "analysis"]),
	full_name: z.string(),
	avatar_url: z.string().nullable(),
	created_at: Instant,
	vote_type: VoteType.nullable(),
	/** The statement that was voted on, shortened; null for an analysis. */
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
		/** Share of votes that agree; null without votes. */
		agreement_percent: z.int().nullable(),
	}),
	leaderboard: z.array(LeaderboardRow),
	recent: z.array(CommunityItem),
});
export type Community = z.infer<typeof Community>;
