import type { MemberId, VideoId } from "#contract/ids.ts";
import { BUDGET_FAILURES, openDayLedger } from "#features/spending/budget.ts";
import type { Amount } from "#features/spending/day.ts";
import type { ProblemName } from "#http/problems.ts";
import type { FailureCode } from "#http/run-failures.ts";
import { addressQuota, type Quota, quota, silentQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";

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
	member_id: MemberId,
	address: string,
): [Limit, Limit] {
	const { LIMIT_ANALYSES, LIMIT_ANALYSES_ADDRESS } = context.settings;
	return [
		{
			quota: quota(context, `analyses:${member_id}`, LIMIT_ANALYSES, HOUR_MS),
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
	member_id: string,
	count: number,
): Promise<void> {
	if (context.settings.LIMIT_ANALYSES === 0) return;
	const key = `analyses:${member_id}`;
	await silentQuota(context, key, Number.MAX_SAFE_INTEGER, HOUR_MS).consume(count);
}

/** The hourly limits of moments, of the member and of the network address. */
export function momentLimits(context: Context, member_id: MemberId, address: string): Limit[] {
	const { LIMIT_MOMENTS: limit } = context.settings;
	const refusal = "too_many_requests/moments";
	return [
		{ quota: quota(context, `moments:${member_id}`, limit, HOUR_MS), refusal },
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

/** Why the rest of the site's daily budget does not cover `need`; null if it does. */
export async function spentBudget(
	context: Context,
	need: Amount,
): Promise<{ failure: FailureCode; retry_after_s: number } | null> {
	const { providers, now } = context;
	if (providers.mode === "demo") return null;
	const standing = await openDayLedger(context)?.look(need);
	if (!standing?.passed) return null;
	const { passed, lifts_at_ms } = standing;
	const left_ms = lifts_at_ms - now().getTime();
	return {
		failure: BUDGET_FAILURES[passed],
		retry_after_s: Math.max(1, Math.ceil(left_ms / 1000)),
	};
}
