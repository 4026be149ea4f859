import type {
	HoldDecision,
	HoldState,
	VoteHolds,
} from "#contract/held-votes.ts";
import { request } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";

/** The brigading cases in one state: open ones oldest first, decided ones newest first. */
export function useBursts(state: HoldState, member_id: string) {
	const { pages, ...list } = usePages<VoteHolds>(
		(cursor) => burstsKey(state, cursor),
		member_id,
	);
	return { ...list, bursts: pages?.flatMap(({ holds }) => holds) };
}

/** The swr key of a page of brigading cases. */
function burstsKey(state: HoldState, cursor: string | null): string {
	const query = new URLSearchParams({ state });
	if (cursor !== null) query.set("cursor", cursor);
	return `/api/admin/votes?${query}`;
}

/** Throws `ApiProblem`. */
export function decideBurst(
	id: string,
	state: HoldDecision["state"],
): Promise<unknown> {
	return request(`/api/admin/votes/${encodeURIComponent(id)}`, {
		method: "POST",
		body: { state },
	});
}
