import type { HoldState, VoteHolds } from "#contract/held-votes.ts";
import { burstsKey } from "#web/api/burst-requests.ts";
import { usePages } from "#web/api/use-pages.ts";

/** The bursts of votes in one state: open ones oldest first, decided ones newest first. */
export function useBursts(state: HoldState, member_id: string) {
	const { pages, ...list } = usePages<VoteHolds>(
		(cursor) => burstsKey(state, cursor),
		member_id,
	);
	return { ...list, bursts: pages?.flatMap(({ holds }) => holds) };
}
