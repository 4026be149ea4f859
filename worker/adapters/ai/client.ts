import type { Provider } from "#contract/ids.ts";
import type { Price } from "#domain/prices.ts";
import type { AttemptTools } from "#pipeline/call-account.ts";

export type AnswerSchema = {
	/** Letters, digits and underscores. */
	name: string;
	/** JSON Schema that every vendor takes: no numeric or length bounds. */
	json: Record<string, unknown>;
};

/** A part of a public video, in seconds. */
export type Clip = { url: string; start: number; end: number };

/** One question to a model, as every vendor can be asked it. */
export type Question = {
	system: string;
	user: string;
	schema: AnswerSchema;
	max_tokens: number;
	temperature: number;
	/** Watched along with the question; only the generative provider can. */
	clip?: Clip;
};

/** One vendor's API. */
export type Client = {
	readonly provider: Provider;
	readonly model: string;
	/**
	 * One request. Resolves to the model's text, not parsed, once it is whole and
	 * not a refusal. Rejects with CallFailure or OutboundError.
	 */
	ask: (question: Question, tools: AttemptTools) => Promise<string>;
};

export type ClientConfig = {
	/** Absent for a server that wants none. */
	api_key?: string;
	base_url: string;
	model: string;
	/** null where it is not known. */
	price: Price | null;
};
