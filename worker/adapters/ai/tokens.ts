import * as z from "zod";
import { costUsd, type Price, type TokenCounts } from "#domain/prices.ts";
import type { Usage } from "#pipeline/providers.ts";

/** A count as a vendor reports it; null where it is none. */
export const tokenCount = z.number().int().min(0).nullable().catch(null);

/** The sum of what is known, or null where nothing is. */
export function sumOfKnown(counts: (number | null)[]): number | null {
	const known = counts.filter((count) => count !== null);
	return known.length ? known.reduce((sum, count) => sum + count, 0) : null;
}

export function usageOf(price: Price | null, tokens: TokenCounts): Usage {
	return {
		input_tokens: tokens.input,
		output_tokens: tokens.output,
		cost_usd: costUsd(price, tokens),
	};
}
