import type { Claim, Claims } from "#contract/claims.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";

/** Looking up a channel on YouTube takes longer than the API's other answers. */
const LOOKUP_TIMEOUT_MS = 40_000;

/** The member's ownership claims, newest first, and the channels verified as theirs. */
export function useClaims(member_id: string) {
	const { pages, ...list } = usePages<Claims>(keys.claims, member_id);
	return {
		...list,
		claims: pages?.flatMap(({ claims }) => claims),
		creators: pages?.[0]?.creators,
	};
}

/** Throws `ApiProblem`. */
export async function submitClaim(claim: { url: string; comments: string }): Promise<Claim> {
	const answer = await request<{ claim: Claim }>("/api/claims", {
		method: "POST",
		body: claim,
		timeout_ms: LOOKUP_TIMEOUT_MS,
	});
	return answer.claim;
}

/** Asks the server to look for the code. Throws `ApiProblem`. */
export async function verifyClaim(claim_id: string): Promise<Claim> {
	const answer = await request<{ claim: Claim }>(
		`/api/claims/${encodeURIComponent(claim_id)}/verify`,
		{ method: "POST", body: {}, timeout_ms: LOOKUP_TIMEOUT_MS },
	);
	return answer.claim;
}
