/**
 * A sum of known costs as it may be shown: null, which is "unknown", where
 * something was spent and nothing of it has a price. Never a made-up figure.
 */
export function shownCost({
	cost_usd,
	unpriced_calls,
}: {
	cost_usd: number;
	unpriced_calls: number;
}): number | null {
	return unpriced_calls > 0 && cost_usd === 0 ? null : cost_usd;
}
