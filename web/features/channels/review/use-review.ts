import type { ClaimStatus, ReviewClaims } from "#contract/claims.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";

/** The claims of one status: open ones oldest first, decided ones newest first. */
export function useReview(status: ClaimStatus, member_id: string) {
	const { pages, ...list } = usePages<ReviewClaims>(
		(cursor) => keys.reviewClaims(status, cursor),
		member_id,
	);
	return { ...list, claims: pages?.flatMap(({ claims }) => claims) };
}

/** Throws `ApiProblem`. */
export function decideClaim(
	claim_id: string,
	decision: {
		status: "verified" | "rejected";
		reason: string;
		/** Only for a claim whose link could not be resolved. */
		channel_id?: string;
	},
): Promise<unknown> {
	return request(`/api/admin/claims/${encodeURIComponent(claim_id)}`, {
		method: "POST",
		body: decision,
	});
}
