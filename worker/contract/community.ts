import * as z from "zod";
import { Instant, VideoId } from "./ids.ts";
import { VoteType } from "./votes.ts";

/**
 * What a member is, where readers must be told: admins and owners of verified channels, and "member"
 * where the name looks like the site's or an admin's.
 */
export const MemberRole = z.enum(["admin", "verified_creator", "member"]);
export type MemberRole = z.infer<typeof MemberRole>;

export const LeaderboardRow = z.object({
	rank: z.int(),
	full_name: z.string(),
	avatar_url: z.string().nullable(),
	role: MemberRole.nullable(),
	votes: z.int(),
	accuracy_percent: z.int(),
	score: z.int(),
});
export type LeaderboardRow = z.infer<typeof LeaderboardRow>;

export const CommunityItem = z.object({
	type: z.enum(["vote", "analysis"]),
	full_name: z.string(),
	avatar_url: z.string().nullable(),
	role: MemberRole.nullable(),
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
		LeaderboardRow.pick({ full_name: true, avatar_url: true, role: true }).extend({
			disputes_moved: z.int(),
		}),
	),
	recent: z.array(CommunityItem),
});
export type Community = z.infer<typeof Community>;
