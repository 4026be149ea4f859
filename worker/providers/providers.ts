import type { Provider, VideoId } from "#contract/ids.ts";
import type { Cue } from "#contract/video.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";

/** What a call used; null if the provider did not report it or the price is unknown. */
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

/** The outcome of one provider call as plain data: it crosses between objects and is stored. */
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
			/** The last answer's HTTP status, if that was the failure. */
			status: number | null;
	  }
);

/** What an adapter needs from outside for one call. */
export type CallContext = {
	fetch: OutboundFetch;
	/** For the whole call, including retries and pauses. */
	timeout_ms: number;
	now: () => number;
	/** In [0, 1). */
	random: () => number;
	sleep: (ms: number) => Promise<void>;
};

export type RatingInput = {
	statement: string;
	/** The ISO date of the video's publication, or null: it defines "now" in the statement. */
	said_on: string | null;
};

/** Clamped and with defaults as in the specification. */
export type RatingAnswer = {
	score: number;
	confidence: number;
	explanation: string;
	sources: string[];
};

export type ExtractionInput = {
	/** One window of the transcript, as plain text. */
	text: string;
	language: string | null;
	/** The largest number of statements to return. */
	limit: number;
};

export type ExtractedStatement = {
	/** The claim as a sentence that is understandable alone. */
	content: string;
	/** The speaker's words; not yet checked against the transcript. */
	quote: string;
	/** The claim's importance for the video, 0 to 100. */
	importance: number;
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
	rate(
		input: RatingInput,
		context: CallContext,
	): Promise<Outcome<RatingAnswer>>;
}

export interface Extractor extends Port {
	extract(
		input: ExtractionInput,
		context: CallContext,
	): Promise<Outcome<ExtractedStatement[]>>;
}

export interface Transcriber extends Port {
	transcribe(
		input: TranscriptionInput,
		context: CallContext,
	): Promise<Outcome<TranscriptionAnswer>>;
}
