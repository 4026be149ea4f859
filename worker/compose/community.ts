import { countCommunity } from "#adapters/db/community-figures.ts";
import { recentActivity } from "#adapters/db/community-recent.ts";
import {
	claimRefresh,
	publicMembers,
	readSnapshot,
	saveSnapshot,
} from "#adapters/db/store-community.ts";
import type { CommunityReads } from "#use-cases/read-community.ts";
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
