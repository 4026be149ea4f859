import * as z from "zod";
import type { Provider } from "#contract/ids.ts";
import { costUsd, type Price, type TokenCounts } from "./prices.ts";
import type { Usage } from "./providers.ts";
import type { AttemptTools } from "./retrying-call.ts";

export type AnswerSchema = {
	/** Letters, digits and underscores. */
	name: string;
	/** JSON Schema that every vendor accepts: no numeric or length bounds. */
	json: Record<string, unknown>;
};

/** A part of a public video, in seconds. */
type Clip = { url: string; start: number; end: number };

/** One question to a model, in a form that fits every vendor. */
export type Question = {
	system: string;
	user: string;
	schema: AnswerSchema;
	max_tokens: number;
	temperature: number;
	/** A clip to watch with the question; only the generative provider can. */
	clip?: Clip;
};

/** One vendor's API. */
export type Client = {
	readonly provider: Provider;
	readonly model: string;
	/**
	 * One request. Resolves to the model's unparsed text, complete and not a refusal.
	 * Rejects with CallFailure or OutboundError.
	 */
	ask: (question: Question, tools: AttemptTools) => Promise<string>;
};

export type ClientConfig = {
	/** Absent for a server that needs none. */
	api_key?: string;
	base_url: string;
	model: string;
	/** null if it is not known. */
	price: Price | null;
};

/** A count as a vendor reports it; null if it is not a number. */
export const tokenCount = z.number().int().min(0).nullable().catch(null);

/** The sum of the known counts, or null if none is known. */
export function sumKnown(counts: (number | null)[]): number | null {
	const known = counts.filter((count) => count !== null);
	return known.length ? known.reduce((sum, count) => sum + count, 0) : null;
}

export function toUsage(price: Price | null, tokens: TokenCounts): Usage {
	return {
		input_tokens: tokens.input,
		output_tokens: tokens.output,
		cost_usd: costUsd(price, tokens),
	};
}
