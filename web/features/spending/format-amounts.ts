import { SOURCE_NAMES } from "#contract/evidence-words.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { formatCount } from "#web/ui/format.ts";

/** Whom an analysis pays. */
export const PAID_NAMES = { ...PROVIDER_NAMES, ...SOURCE_NAMES };

const CENT = 0.01;

type Cost = { cost_usd: number | null; unpriced_calls: number };

/** Dollars; below a cent with more digits. */
export function formatUsd(usd: number): string {
	const small = usd > 0 && usd < CENT;
	return usd.toLocaleString("en", {
		style: "currency",
		currency: "USD",
		...(small
			? { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }
			: { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
	});
}

/** An estimated cost in words. An unknown price is not guessed. */
export function formatCost({ cost_usd, unpriced_calls }: Cost): string {
	if (cost_usd === null) return "unknown";
	const figure = formatUsd(cost_usd);
	return unpriced_calls > 0 ? `over ${figure}` : figure;
}

/** "1.2K in, 340 out". */
export function formatTokens({
	input_tokens,
	output_tokens,
}: {
	input_tokens: number;
	output_tokens: number;
}): string {
	return `${formatCount(input_tokens)} in, ${formatCount(output_tokens)} out`;
}

/** The sum of the known costs; unknown if there is none. */
export function addCosts(costs: Cost[]): Cost {
	const unpriced_calls = costs.reduce((sum, it) => sum + it.unpriced_calls, 0);
	const known = costs.reduce((sum, it) => sum + (it.cost_usd ?? 0), 0);
	return {
		cost_usd: unpriced_calls > 0 && known === 0 ? null : known,
		unpriced_calls,
	};
}

/** A day of the site's calendar, which uses UTC regardless of the user's time zone. */
export function formatUtcDay(day: string): string {
	return new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, {
		timeZone: "UTC",
		day: "numeric",
		month: "short",
	});
}
