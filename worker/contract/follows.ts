import * as z from "zod";
import { Basis, Coverage, Finding, Lean } from "./evidence.ts";
import { ChannelId, ClaimKey, Instant, StatementId, VideoId } from "./ids.ts";
import { VERDICTS } from "./verdicts.ts";

export const FollowKind = z.enum(["channel", "claim", "video"]);
export type FollowKind = z.infer<typeof FollowKind>;

/** What a member follows. */
export const Follow = z.object({
	kind: FollowKind,
	id: z.string(),
	title: z.string(),
	since: Instant,
});
export type Follow = z.infer<typeof Follow>;

export const FollowList = z.object({
	follows: z.array(Follow),
	/** The member's feed; null if there is none. Its address is shown only when it is created. */
	feed: z.object({ created_at: Instant }).nullable(),
});
export type FollowList = z.infer<typeof FollowList>;

/** What a statement was rated, before or after its verdict moved. */
export const RatedAs = z.object({
	verdict: z.enum(VERDICTS).nullable(),
	ai_score: z.int().nullable(),
});
export type RatedAs = z.infer<typeof RatedAs>;

/** One thing that happened to what a member follows. */
export const FollowingItem = z.object({
	id: z.string(),
	kind: z.enum(["upload", "result", "verdict_moved", "evidence_lost", "said_again"]),
	at: Instant,
	path: z.string(),
	video: z.object({
		id: VideoId,
		title: z.string(),
		channel_id: ChannelId.nullable(),
		channel_name: z.string(),
		result: z
			.object({
				bs_score: z.int().nullable(),
				lean: Lean.nullable(),
				basis: Basis,
				coverage: Coverage,
				finding: Finding,
				simulated: z.boolean(),
			})
			.nullable(),
	}),
	/** The statement that it is about; null if it is about the whole video. */
	statement: z
		.object({ id: StatementId, content: z.string(), claim: ClaimKey.nullable() })
		.nullable(),
	published_at: Instant.optional(),
	before: RatedAs.optional(),
	after: RatedAs.optional(),
});
export type FollowingItem = z.infer<typeof FollowingItem>;

export const Following = z.object({
	items: z.array(FollowingItem),
	seen_at: Instant.nullable(),
	next_cursor: z.string().nullable(),
});
export type Following = z.infer<typeof Following>;

/** The newest item that the member has seen. */
export const SeenRequest = z.strictObject({ at: Instant });

/** Only this answer contains the address. */
export const NewFeedKey = z.object({ address: z.url() });
export type NewFeedKey = z.infer<typeof NewFeedKey>;
