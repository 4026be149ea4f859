import * as z from "zod";
import { costUsd } from "#domain/prices.ts";
import type { Usage } from "#pipeline/providers.ts";

/** What an answer says it took; null where it does not say. */
export type Tokens = { input: number | null; output: number | null };

/** A count as a vendor reports it; null where it is none. */
export const tokenCount = z.number().int().min(0).nullable().catch(null);

export function usageOf(model: string, { input, output }: Tokens): Usage {
	return {
		input_tokens: input,
		output_tokens: output,
		cost_usd: costUsd(model, input, output),
	};
}
