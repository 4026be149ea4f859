import type { Context } from "#worker/context.ts";

/** `remaining` is left in this window, which ends in `reset_s` seconds. */
export type QuotaAnswer = {
	ok: boolean;
	retry_after_s: number;
	remaining: number;
	reset_s: number;
};

type Rpc = {
	consume(limit: number, window_ms: number, cost: number): Promise<QuotaAnswer>;
	refund(window_ms: number, cost: number): Promise<void>;
	used(window_ms: number): Promise<number>;
	clear(): Promise<void>;
};

/** `limit` in each `window_ms`; a limit of 0 is off. */
export type Quota = {
	consume(cost?: number): Promise<{ ok: boolean; retry_after_s: number }>;
	/** Undoes a grant that was not used. */
	refund(cost?: number): Promise<void>;
	/** What the window has granted so far; consumes nothing. */
	used(): Promise<number>;
	clear(): Promise<void>;
};

/** A limit after it was counted, for the answer's headers. */
export type CountedLimit = {
	/** The part of the key before the first colon. */
	policy: string;
	limit: number;
	window_ms: number;
	remaining: number;
	reset_s: number;
};

/** The part of the binding that is used here. */
type Namespace = { idFromName(name: string): unknown; get(id: never): unknown };

const UNLIMITED: Quota = {
	consume: async () => ({ ok: true, retry_after_s: 0 }),
	refund: async () => {},
	used: async () => 0,
	clear: async () => {},
};

/**
 * One object counts for each key, so that a limit is global. A key is `<policy>:<who>`.
 * The latest count of each policy is recorded in `counted`.
 */
export function createQuotas(
	namespace: Namespace,
	counted: Map<string, CountedLimit> = new Map(),
) {
	return (key: string, limit: number, window_ms: number): Quota => {
		if (limit === 0) return UNLIMITED;
		const stub = namespace.get(namespace.idFromName(key) as never) as Rpc;
		const [policy = key] = key.split(":");
		return {
			async consume(cost = 1) {
				const { ok, retry_after_s, remaining, reset_s } = await stub.consume(
					limit,
					window_ms,
					cost,
				);
				counted.set(policy, { policy, limit, window_ms, remaining, reset_s });
				return { ok, retry_after_s };
			},
			async refund(cost = 1) {
				await stub.refund(window_ms, cost);
				const noted = counted.get(policy);
				if (noted) noted.remaining = Math.min(limit, noted.remaining + cost);
			},
			used: () => stub.used(window_ms),
			async clear() {
				await stub.clear();
				counted.delete(policy);
			},
		};
	};
}

/** A limit that the answer's headers show to the caller. */
export function quota(
	context: Pick<Context, "objects" | "counted">,
	key: string,
	limit: number,
	window_ms: number,
): Quota {
	const { objects, counted } = context;
	return createQuotas(objects.QUOTA, counted)(key, limit, window_ms);
}

/** A limit that several callers share: the headers do not show it. */
export function silentQuota(
	context: Pick<Context, "objects">,
	key: string,
	limit: number,
	window_ms: number,
): Quota {
	return createQuotas(context.objects.QUOTA)(key, limit, window_ms);
}
