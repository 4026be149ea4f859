import type { Provider, VideoId } from "#contract/ids.ts";
import type { ModelReason } from "#contract/selection.ts";
import type { Cue } from "#contract/video.ts";
import type { GivenPassage } from "#features/evidence/given-passages.ts";
import type { Judgement } from "#features/evidence/judgement.ts";
import type { StatementPlan } from "#features/evidence/search-plan.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";

/** The usage of a call; null if the provider did not report it or the price is unknown. */
export type Usage = {
	input_tokens: number | null;
	output_tokens: number | null;
	cost_usd: number | null;
};

export type ProviderFailureKind =
	| "timeout"
	| "rate_limited"
	| "unavailable"
	| "refused"
	| "bad_answer"
	| "too_large"
	| "network"
	| "not_configured"
	| "budget";

/**
 * The outcome of one provider call as plain data, because it is sent between Durable Objects and
 * stored.
 */
export type Outcome<Answer> = {
	model: string;
	/** HTTP requests, including retries. */
	attempts: number;
	duration_ms: number;
	usage: Usage;
} & (
	| { ok: true; answer: Answer }
	| {
			ok: false;
			kind: ProviderFailureKind;
			message: string;
			/** The HTTP status of the last response, if it was an error status. */
			status: number | null;
	  }
);

/** The outside dependencies of an adapter for one call. */
export type CallContext = {
	fetch: OutboundFetch;
	/** The limit for the whole call, including retries and pauses. */
	timeout_ms: number;
	now: () => number;
	/** In [0, 1). */
	random: () => number;
	sleep: (ms: number) => Promise<void>;
};

export type RatingInput = {
	statement: string;
	/**
	 * The ISO date of the video's publication, or null. It defines the meaning of "now" in the
	 * statement.
	 */
	said_on: string | null;
};

/** Values are clamped, with the specified defaults. */
export type RatingAnswer = {
	score: number;
	confidence: number;
	explanation: string;
	sources: string[];
};

export type EvidenceRatingInput = {
	statement: string;
	/** BCP 47, or null. */
	language: string | null;
	/** YYYY-MM-DD on which the video was published, or null. */
	said_on: string | null;
	/** YYYY-MM-DD. */
	today: string;
	passages: GivenPassage[];
};

export type EvidenceRating = {
	judgement: Judgement;
	/**
	 * The query that the rater would search for next; null unless its verdict is
	 * "not_enough_evidence".
	 */
	next_query: string | null;
};

export type PlanInput = {
	statements: string[];
	/** YYYY-MM-DD, or null. */
	said_on: string | null;
};

export type ExtractionInput = {
	/** One window of the transcript, as plain text. */
	text: string;
	language: string | null;
	/** The maximum number of statements to return. */
	limit: number;
};

export type ExtractedStatement = {
	/** The claim as a sentence that can be understood without context. */
	content: string;
	/** The speaker's words, not yet checked against the transcript. */
	quote: string;
	/** The claim's importance for the video, 0 to 100. */
	importance: number;
	/** Why the model advises against rating it; absent if it does not. */
	left_out?: ModelReason;
};

export type TranscriptionInput = {
	video_id: VideoId;
	/** Seconds into the video. */
	start: number;
	end: number;
};

export type TranscriptionAnswer = { language: string | null; cues: Cue[] };

type Port = { readonly provider: Provider; readonly model: string };

export interface Rater extends Port {
	rate(input: RatingInput, context: CallContext): Promise<Outcome<RatingAnswer>>;
	/** Rates by the passages of opened pages. The quotes are already checked. */
	rateByEvidence(
		input: EvidenceRatingInput,
		context: CallContext,
	): Promise<Outcome<EvidenceRating>>;
}

export interface Planner extends Port {
	plan(input: PlanInput, context: CallContext): Promise<Outcome<StatementPlan[]>>;
}

export interface Extractor extends Port {
	extract(input: ExtractionInput, context: CallContext): Promise<Outcome<ExtractedStatement[]>>;
}

export interface Transcriber extends Port {
	transcribe(
		input: TranscriptionInput,
		context: CallContext,
	): Promise<Outcome<TranscriptionAnswer>>;
}
