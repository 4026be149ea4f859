import type { HoldState } from "#contract/held-votes.ts";
import type { MemberId, VideoId } from "#contract/ids.ts";
import type { Votes } from "#features/votes/cast-vote.ts";
import {
	castVote,
	readMyVotes,
	withdrawVote,
} from "#features/votes/queries.ts";
import {
	forgetRecentVotes,
	networkHash,
	readNetworkKey,
	watchFrom,
} from "#features/votes/recent-votes.ts";
import { decideFreeze, listFreezes } from "#features/votes/review-queries.ts";
import { freezeVotes } from "#features/votes/vote-freezes.ts";
import { networkPrefix } from "#identity/network.ts";
import { newToken } from "#identity/tokens.ts";
import type { Base } from "./base.ts";
import { voteQuota } from "./vote-quota.ts";

export function composeVotes(base: Base) {
	const { db, view, now } = base;
	return {
		quota: voteQuota(base),
		async networkOf(address) {
			const network = networkPrefix(address);
			if (network === null) return null;
			return networkHash(await readNetworkKey(db, now(), newToken), network);
		},
		cast: (vote) => castVote(db, { ...vote, now: now(), view }),
		withdraw: (vote) => withdrawVote(db, { ...vote, now: now(), view }),
		hold: ({ network, ...found }) =>
			freezeVotes(db, { ...found, watch: watchFrom(now(), network) }),
		mine: (video_id: VideoId, member_id: MemberId) =>
			readMyVotes(db, video_id, member_id),
		forgetRecent: () => forgetRecentVotes(db, now()),
		holds: (state: HoldState, cursor: string | null, limit: number) =>
			listFreezes(db, { state, cursor, limit, view }),
		decide: (hold_id: string, state: "lifted" | "upheld") =>
			decideFreeze(db, hold_id, { state, now: now() }),
	} satisfies Votes & Record<string, unknown>;
}
