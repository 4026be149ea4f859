import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { Claim, type VerificationMethod } from "#contract/claims.ts";
import type { MemberId } from "#contract/ids.ts";
import { excluded, insertRows, runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { uniqueViolation } from "#db/errors.ts";
import { claims, creators, responses } from "#db/tables/channels.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import { storedText } from "#text/clean.ts";
import type { OwnedClaim } from "./claim-queries.ts";

/**
 * "owned": the channel has another verified owner. "open_elsewhere": the member has a
 * newer open claim on it. "changed": the claim has changed since it was read.
 */
export type DecisionOutcome = Claim | "owned" | "open_elsewhere" | "changed";

type Decision = {
	/** The claim as it was read. If it has changed since, nothing is written. */
	found: OwnedClaim;
	reason: string | null;
	/** The deciding admin; null if the code in the channel's description verified the claim. */
	admin_id: MemberId | null;
	now: string;
};

/** Makes the member the channel's only verified owner and notifies them. */
export async function verifyClaim(
	db: Db,
	decision: Decision & {
		/** The id of the new creator row, if the member has none for this channel. */
		creator_id: string;
		channel: { channel_id: string; channel_name: string };
		method: VerificationMethod;
	},
): Promise<DecisionOutcome> {
	const { found, creator_id, channel, method, reason, now } = decision;
	const { channel_id } = channel;
	const channel_name = storedText(channel.channel_name);
	const unchanged = asRead(found);
	const creator = {
		id: creator_id,
		user_id: found.user_id,
		channel_id,
		channel_name,
		verified: true,
		created_at: now,
	};
	const close = db
		.update(claims)
		.set({
			channel_id,
			channel_key: channel_id,
			channel_name,
			status: "verified",
			verified: true,
			verification_method: method,
			reason: reason && storedText(reason),
			decided_at: now,
		})
		.where(and(eq(claims.id, found.claim.id), unchanged))
		.returning();
	return readOutcome(async () => {
		const { closed } = await runBatch(db, {
			audit: audit(db, decision, "claim_verified", channel_name),
			message: message(db, decision, "verified", channel_name),
			owner: insertRows(db, creators, [creator], unchanged).onConflictDoUpdate({
				target: [creators.user_id, creators.channel_id],
				set: excluded("verified", "channel_name"),
			}),
			closed: close,
		});
		return closed;
	});
}

/**
 * Rejects the claim and notifies the member. If the claim was verified, they
 * lose the channel, and their responses in its name are withdrawn.
 */
export async function rejectClaim(db: Db, decision: Decision): Promise<DecisionOutcome> {
	const { found, reason, now } = decision;
	const { id, channel_id, verified } = found.claim;
	const unchanged = asRead(found);
	const wasOwner = verified && channel_id ? unchanged : sql`false`;
	const close = db
		.update(claims)
		.set({
			status: "rejected",
			verified: false,
			reason: reason && storedText(reason),
			decided_at: now,
		})
		.where(and(eq(claims.id, id), unchanged))
		.returning();
	return readOutcome(async () => {
		const { closed } = await runBatch(db, {
			audit: audit(db, decision, "claim_rejected", found.claim.channel_name),
			message: message(db, decision, "rejected", found.claim.channel_name),
			owner: db
				.update(creators)
				.set({ verified: false })
				.where(
					and(
						eq(creators.user_id, found.user_id),
						eq(creators.channel_id, channel_id ?? ""),
						wasOwner,
					),
				),
			responses: db
				.update(responses)
				.set({ withdrawn_at: now })
				.where(
					and(
						eq(responses.member_id, found.user_id),
						eq(responses.channel_id, channel_id ?? ""),
						isNull(responses.withdrawn_at),
						wasOwner,
					),
				),
			closed: close,
		});
		return closed;
	});
}

/**
 * The outcome of a batch whose last statement closes the claim. The batch has applied completely
 * or not at all.
 */
async function readOutcome(
	batch: () => Promise<(typeof claims.$inferSelect)[]>,
): Promise<DecisionOutcome> {
	try {
		const [closed] = await batch();
		return closed ? Claim.parse(closed) : "changed";
	} catch (error) {
		const columns = uniqueViolation(error);
		if (columns === "creators.channel_id") return "owned";
		if (columns === "claims.user_id, claims.channel_key") return "open_elsewhere";
		throw error;
	}
}

function message(
	db: Db,
	{ found, reason, now }: Decision,
	status: "verified" | "rejected",
	channel_name: string,
): DbStatement {
	const claim_id = found.claim.id;
	return insertOutboxMessage(
		db,
		{
			cause: claim_id,
			kind: "claim_decision",
			member_id: found.user_id,
			payload: { claim_id, channel_name, status, reason },
			now,
		},
		asRead(found),
	);
}

function audit(
	db: Db,
	{ found, reason, admin_id, now }: Decision,
	action: "claim_verified" | "claim_rejected",
	channel_name: string,
): DbStatement {
	return insertAdminDecision(
		db,
		{
			admin_id: admin_id ?? found.user_id,
			action,
			subject_id: found.claim.id,
			subject_label: channel_name,
			reason,
			decided_at: now,
		},
		admin_id === null ? sql`false` : asRead(found),
	);
}

function asRead({ claim }: OwnedClaim): SQL {
	const { id, status, channel_id } = claim;
	return sql`exists (select 1 from ${claims} where ${claims.id} = ${id} and ${claims.status} = ${status} and ${claims.channel_id} is ${channel_id})`;
}
