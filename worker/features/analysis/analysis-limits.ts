import type { User } from "#contract/account.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import { budgetFailure, openDayLedger } from "#features/spending/budget.ts";
import type { Amount, Payer } from "#features/spending/day.ts";
import { dayShares } from "#features/spending/shares.ts";
import type { ProblemName } from "#http/problems.ts";
import type { FailureCode } from "#http/run-failures.ts";
import { networkOf } from "#identity/network.ts";
import {
	addressQuota,
	type CountedMember,
	memberKey,
	memberQuota,
	type Quota,
	quota,
	silentQuota,
} from "#identity/quota.ts";
import { sharedMailbox } from "#text/email-address.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, HOUR_MS, isRecent } from "#worker/durations.ts";

/**
 * A household or an office may share an address, so an address gets four times a member's
 * analyses.
 */
const ADDRESS_SHARE = 4;

/** A quota to consume, and the problem to answer with if it is used up. */
export type Limit = { quota: Quota; refusal: Extract<ProblemName, `too_many_requests/${string}`> };

/** The limits of the member and of the network address. */
export function memberLimits(
	context: Context,
	member: CountedMember,
	address: string,
): [Limit, Limit] {
	const { LIMIT_ANALYSES, LIMIT_ANALYSES_ADDRESS } = context.settings;
	return [
		{
			quota: memberQuota(context, "analyses", member, LIMIT_ANALYSES, HOUR_MS),
			refusal: "too_many_requests/analyses",
		},
		{
			quota: addressQuota(context, {
				address,
				key: (network) => `analyses-address:${network}`,
				limit: LIMIT_ANALYSES_ADDRESS ?? LIMIT_ANALYSES * ADDRESS_SHARE,
				window_ms: HOUR_MS,
			}),
			refusal: "too_many_requests/analyses_address",
		},
	];
}

/**
 * Counts more analyses of a member: those that a run turns out to be worth. The run goes on beyond
 * the limit; the next ones wait.
 */
export async function countMoreAnalyses(
	context: Context,
	member: CountedMember,
	count: number,
): Promise<void> {
	if (context.settings.LIMIT_ANALYSES === 0) return;
	const key = memberKey("analyses", member);
	await silentQuota(context, key, Number.MAX_SAFE_INTEGER, HOUR_MS).consume(count);
}

/** The hourly limits of moments, of the member and of the network address. */
export function momentLimits(context: Context, member: CountedMember, address: string): Limit[] {
	const { LIMIT_MOMENTS: limit } = context.settings;
	const refusal = "too_many_requests/moments";
	return [
		{ quota: memberQuota(context, "moments", member, limit, HOUR_MS), refusal },
		{
			quota: addressQuota(context, {
				address,
				key: (network) => `moments-address:${network}`,
				limit: limit * ADDRESS_SHARE,
				window_ms: HOUR_MS,
			}),
			refusal,
		},
	];
}

/** The hourly limit of forced analyses of one video, for all members together. */
export function repeatLimit(context: Context, video_id: VideoId): Limit {
	const { LIMIT_FORCE } = context.settings;
	return {
		quota: quota(context, `force:${video_id}`, LIMIT_FORCE, HOUR_MS),
		refusal: "too_many_requests/force",
	};
}

/** The same for the fresh looks of its creator. */
export function freshLookLimit({ settings, ...context }: Context, video_id: VideoId): Limit {
	return {
		quota: quota(context, `fresh-looks:${video_id}`, settings.LIMIT_FORCE, HOUR_MS),
		refusal: "too_many_requests/force",
	};
}

/** Consumes one unit of every limit, or of none and returns the reason. */
export async function consumeAll(
	limits: readonly Limit[],
): Promise<(Pick<Limit, "refusal"> & { retry_after_s: number }) | null> {
	for (const [index, { quota: own, refusal }] of limits.entries()) {
		const granted = await own.consume();
		if (granted.ok) continue;
		await refundAll(limits.slice(0, index));
		return { refusal, retry_after_s: granted.retry_after_s };
	}
	return null;
}

export async function refundAll(limits: readonly Limit[]): Promise<void> {
	await Promise.all(limits.map((limit) => limit.quota.refund()));
}

/** Who asks for a run. */
export type Asker = {
	user: Pick<User, "id" | "email" | "created_at">;
	/** As returned by `readAddress`. */
	address: string;
	is_admin: boolean;
};

/** A younger account has a smaller share: it takes no time to make many. */
const NEW_FOR_MS = DAY_MS;

/** Whose shares of the day the run takes from; null if it takes from none. */
function payerOf(context: Context, { user, address, is_admin }: Asker): Payer | null {
	if (is_admin || context.objects.ONLY_THIS_MACHINE) return null;
	const is_new = isRecent(Date.parse(user.created_at), NEW_FOR_MS, context.now().getTime());
	const { member, new_member, network } = dayShares(context);
	return {
		member: user.id,
		mailbox: sharedMailbox(user.email),
		network: networkOf(address),
		is_new,
		shares: { member: is_new ? new_member : member, network },
	};
}

/**
 * Why the rest of the site's daily budget, or of the asker's shares, does not cover `need`; null if
 * it does. Then the run takes from the shares.
 */
export async function spentBudget(
	context: Context,
	need: Amount,
	run: { run_id: RunId; asker: Asker } | null,
): Promise<{ failure: FailureCode; retry_after_s: number } | null> {
	const { providers, now } = context;
	if (providers.mode === "demo") return null;
	const ledger = openDayLedger(context);
	const payer = run && payerOf(context, run.asker);
	const standing = await (run && payer
		? ledger?.admit(run.run_id, payer, need)
		: ledger?.look(need));
	if (!standing?.passed) return null;
	const { passed, lifts_at_ms } = standing;
	const left_ms = lifts_at_ms - now().getTime();
	return { failure: budgetFailure(passed), retry_after_s: Math.max(1, Math.ceil(left_ms / 1000)) };
}
