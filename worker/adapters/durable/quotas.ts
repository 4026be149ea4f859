export type QuotaAnswer = { ok: boolean; retry_after_s: number };

type Rpc = {
	take(limit: number, window_ms: number, cost: number): Promise<QuotaAnswer>;
	giveBack(window_ms: number, cost: number): Promise<void>;
	clear(): Promise<void>;
};

/** `limit` per `window_ms`; a limit of 0 is switched off. */
export type Quota = {
	take(cost?: number): Promise<QuotaAnswer>;
	/** For a grant that nothing came of. */
	giveBack(cost?: number): Promise<void>;
	clear(): Promise<void>;
};

const GRANTED: QuotaAnswer = { ok: true, retry_after_s: 0 };
const UNLIMITED: Quota = {
	take: async () => GRANTED,
	giveBack: async () => {},
	clear: async () => {},
};

/** One object a key counts, so that a limit holds across every location. */
export function quotas(namespace: DurableObjectNamespace) {
	return (key: string, limit: number, window_ms: number): Quota => {
		if (limit === 0) return UNLIMITED;
		const stub = namespace.get(namespace.idFromName(key)) as unknown as Rpc;
		return {
			take: (cost = 1) => stub.take(limit, window_ms, cost),
			giveBack: (cost = 1) => stub.giveBack(window_ms, cost),
			clear: () => stub.clear(),
		};
	};
}
