import type { HoldDecision, HoldState } from "#contract/held-votes.ts";
import { request } from "./request.ts";

/** What swr stores a page of bursts of votes under. */
export function burstsKey(state: HoldState, cursor: string | null): string {
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
