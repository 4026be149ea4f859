import type { DisputeAnswer, DisputeRequest } from "#contract/disputes.ts";
import type { StatementId, VideoId } from "#contract/ids.ts";
import { canMove } from "#contract/verdicts.ts";
import { consumeAll, type Limit, refundAll } from "#features/analysis/analysis-limits.ts";
import { openAddedPage } from "#features/evidence/add-page.ts";
import { insertAddedPage, readStatementForPage } from "#features/evidence/added-page-queries.ts";
import { insertReviewMessage } from "#features/notifications/messages.ts";
import { createDispute, hashDisputeNetwork } from "#features/votes/dispute-queries.ts";
import { problem } from "#http/problems.ts";
import { networkOf } from "#identity/network.ts";
import { addressQuota, type CountedMember, memberQuota } from "#identity/quota.ts";
import { newId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS } from "#worker/durations.ts";
import { startRecheck } from "./recheck-disputes.ts";

/** A household or an office may share an address. */
const ADDRESS_SHARE = 4;

/**
 * Stores a member's dispute with its page, which was opened before, and has the statement checked
 * again.
 */
export async function submitDispute(
	context: Context,
	request: DisputeRequest & { statement_id: StatementId; member: CountedMember; address: string },
): Promise<DisputeAnswer & { video_id: VideoId }> {
	const { db, view, now } = context;
	const { statement_id, member, reason, url, comment } = request;
	const member_id = member.id;
	const statement = await readStatementForPage(db.primary, statement_id, view);
	if (statement === null) throw problem("statement_not_found");
	if (statement.retired) throw problem("statement_retired/dispute");
	if (!statement.with_sources) throw problem("rated_from_memory");
	const wanted = { member, statement_id, url, pointer: "/url", address: request.address };
	const opened = await openAddedPage(context, wanted);
	const can_move = canMove(await opened.findStanding());
	const limits = disputeLimits(context, member, request.address);
	const refused = await consumeAll(limits);
	if (refused) throw problem(refused.refusal, refused);
	const { video_id } = statement;
	const { final_url } = opened.page;
	const id = newId();
	const created_at = now().toISOString();
	const prefix = networkOf(request.address);
	const network = prefix && (await hashDisputeNetwork(db.primary, video_id, prefix));
	// The address after redirects: the one that was given may lead elsewhere later.
	const page = { ...opened.page, url: final_url, can_move };
	const fields = { id, statement_id, video_id, member_id, reason, url: final_url, can_move };
	const created = await createDispute(
		db.primary,
		{ ...fields, comment: comment || null, created_at, network },
		(stored) => ({
			page: insertAddedPage(db.primary, page, stored),
			review: insertReviewMessage(
				db.primary,
				{ cause: id, what: "dispute", about: statement.content, now: created_at },
				stored,
			),
		}),
	).catch(async (error: unknown) => {
		await refundAll(limits);
		throw error;
	});
	if (typeof created === "string") {
		await refundAll(limits);
		throw problem(REFUSALS[created]);
	}
	const started = await startRecheck(context, { id, video_id, statement_id });
	return { video_id, dispute: created, recheck: started ? "started" : "later" };
}

const REFUSALS = {
	standing: "already_disputed",
	network: "already_disputed/network",
	retired: "statement_retired/dispute",
} as const;

function disputeLimits(context: Context, member: CountedMember, address: string): Limit[] {
	const { LIMIT_DISPUTES: limit } = context.settings;
	const refusal = "too_many_requests/disputes";
	return [
		{ quota: memberQuota(context, "disputes", member, limit, DAY_MS), refusal },
		{
			quota: addressQuota(context, {
				address,
				key: (network) => `disputes-address:${network}`,
				limit: limit * ADDRESS_SHARE,
				window_ms: DAY_MS,
			}),
			refusal,
		},
	];
}
