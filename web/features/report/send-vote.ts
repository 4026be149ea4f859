import type { VoteAnswer, VoteType } from "#contract/votes.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { request } from "#web/api/request.ts";

export const SIGN_IN_TO_VOTE = "Please sign in to vote on statements";

/**
 * Sets the vote, or takes it back. Where the session has ended meanwhile, the
 * member signs in and the same vote goes on.
 */
export async function sendVote(
	statement_id: string,
	wanted: VoteType | null,
	promptSignIn: (reason: string) => Promise<boolean>,
): Promise<VoteAnswer> {
	try {
		return await put(statement_id, wanted);
	} catch (thrown) {
		const signed_out = thrown instanceof ApiProblem && thrown.status === 401;
		if (!signed_out || !(await promptSignIn(SIGN_IN_TO_VOTE))) throw thrown;
		return put(statement_id, wanted);
	}
}

function put(
	statement_id: string,
	wanted: VoteType | null,
): Promise<VoteAnswer> {
	const path = `/api/statements/${encodeURIComponent(statement_id)}/vote`;
	return wanted === null
		? request(path, { method: "DELETE", body: {} })
		: request(path, { method: "PUT", body: { vote_type: wanted } });
}
