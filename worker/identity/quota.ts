import type { Context } from "#worker/context.ts";

/** `remaining` and `reset_s` tell what is left of the window, and for how long it lasts. */
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

/** `limit` per `window_ms`; a limit of 0 is switched off. */
export type Quota = {
	consume(cost?: number): Promise<{ ok: boolean; retry_after_s: number }>;
	/** For a grant that nothing came of. */
	refund(cost?: number): Promise<void>;
	/** As much as the window has granted so far. Takes nothing. */
	used(): Promise<number>;
	clear(): Promise<void>;
};

/** A limit as it stands after it was counted, to be told to whom it was counted. */
export type CountedLimit = {
	/** The first part of the key. */
	policy: string;
	limit: number;
	window_ms: number;
	remaining: number;
	reset_s: number;
};

/** As much of the binding as is used here. */
type Namespace = { idFromName(name: string): unknown; get(id: never): unknown };

const UNLIMITED: Quota = {
	consume: async () => ({ ok: true, retry_after_s: 0 }),
	refund: async () => {},
	used: async () => 0,
	clear: async () => {},
};

/**
 * One object a key counts, so that a limit holds across every location. A key
 * is `<policy>:<who>`. What was counted is noted in `counted`, once a policy.
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

/** A limit that the caller is told of in the answer's headers. */
export function quota(
	context: Pick<Context, "objects" | "counted">,
	key: string,
	limit: number,
	window_ms: number,
): Quota {
	const { objects, counted } = context;
	return createQuotas(objects.QUOTA, counted)(key, limit, window_ms);
}

/** A limit shared with strangers: how much of it is left is told to nobody. */
export function silentQuota(
	context: Pick<Context, "objects">,
	key: string,
	limit: number,
	window_ms: number,
): Quota {
	return createQuotas(context.objects.QUOTA)(key, limit, window_ms);
}
