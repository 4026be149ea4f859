import { networkHash } from "#adapters/crypto/network-hash.ts";
import { newToken } from "#adapters/crypto/token.ts";
import {
	castVote,
	readMyVotes,
	withdrawVote,
} from "#adapters/db/store-votes.ts";
import { readNetworkKey } from "#adapters/db/vote-holds/network-key.ts";
import { openHolds } from "#adapters/db/vote-holds/open-holds.ts";
import {
	forgetRecentVotes,
	watchFrom,
} from "#adapters/db/vote-holds/recent-votes.ts";
import {
	decideHold,
	listHolds,
} from "#adapters/db/vote-holds/store-vote-holds.ts";
import type { HoldState } from "#contract/held-votes.ts";
import type { MemberId, VideoId } from "#contract/ids.ts";
import { networkOf } from "#domain/votes/network-of.ts";
import type { Votes } from "#use-cases/set-vote.ts";
import type { Base } from "./base.ts";
import { voteQuota } from "./vote-quota.ts";

export function composeVotes(base: Base) {
	const { db, view, now } = base;
	return {
		quota: voteQuota(base),
		async networkOf(address) {
			const network = networkOf(address);
			if (network === null) return null;
			return networkHash(await readNetworkKey(db, now(), newToken), network);
		},
		cast: (vote) => castVote(db, { ...vote, now: now(), view }),
		withdraw: (vote) => withdrawVote(db, { ...vote, now: now(), view }),
		hold: ({ network, ...found }) =>
			openHolds(db, { ...found, watch: watchFrom(now(), network) }),
		mine: (video_id: VideoId, member_id: MemberId) =>
			readMyVotes(db, video_id, member_id),
		forgetRecent: () => forgetRecentVotes(db, now()),
		holds: (state: HoldState, cursor: string | null, limit: number) =>
			listHolds(db, { state, cursor, limit, view }),
		decide: (hold_id: string, state: "lifted" | "upheld") =>
			decideHold(db, hold_id, { state, now: now() }),
	} satisfies Votes & Record<string, unknown>;
}
