import { countCommunity } from "#features/community/figures-queries.ts";
import {
	claimRefresh,
	publicMembers,
	readSnapshot,
	saveSnapshot,
} from "#features/community/queries.ts";
import type { CommunityReads } from "#features/community/read-community.ts";
import { recentActivity } from "#features/community/recent-queries.ts";
import type { Base } from "./base.ts";

export function composeCommunity({ db, view }: Base): CommunityReads {
	return {
		snapshot: () => readSnapshot(db, view),
		count: () => countCommunity(db, view),
		claimRefresh: (refresh) => claimRefresh(db, view, refresh),
		save: (snapshot) => saveSnapshot(db, view, snapshot),
		people: (member_ids) => publicMembers(db, member_ids),
		recent: () => recentActivity(db, view),
	};
}
