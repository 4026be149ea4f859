import {
	castVote,
	readMyVotes,
	withdrawVote,
} from "#adapters/db/store-votes.ts";
import type { MemberId, VideoId } from "#contract/ids.ts";
import type { Votes } from "#use-cases/set-vote.ts";
import type { Base } from "./base.ts";
import { MINUTE_MS } from "./durations.ts";

export function composeVotes({ settings, db, view, now, quota }: Base) {
	return {
		quota: (member_id) =>
			quota(`votes:${member_id}`, settings.LIMIT_VOTES, MINUTE_MS).take(),
		cast: (statement_id, member_id, vote_type) =>
			castVote(db, { statement_id, member_id, vote_type, now: now(), view }),
		withdraw: (statement_id, member_id) =>
			withdrawVote(db, { statement_id, member_id, view }),
		mine: (video_id: VideoId, member_id: MemberId) =>
			readMyVotes(db, video_id, member_id),
	} satisfies Votes & Record<string, unknown>;
}
