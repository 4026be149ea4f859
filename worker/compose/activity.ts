import type { User } from "#contract/account.ts";
import type { ActivityFilter } from "#contract/me.ts";
import { daysActive } from "#features/accounts/activity.ts";
import {
	readActivity,
	readActivityStats,
} from "#features/accounts/activity-queries.ts";
import type { Base } from "./base.ts";

type Asked = {
	filter: ActivityFilter;
	q: string;
	cursor: string | null;
	limit: number;
};

/** A member's own reads; they decide nothing, so they go from route to store. */
export function composeActivity({ db, view, now }: Base) {
	return {
		page: ({ id: member_id }: User, asked: Asked) =>
			readActivity(db, { ...asked, member_id, view }),
		stats: async ({ id, created_at }: User) => ({
			...(await readActivityStats(db, id, view)),
			days_active: daysActive(created_at, now()),
		}),
	};
}
