import type { Provider, VideoId } from "#contract/ids.ts";
import type {
	Transcriber,
	TranscriptionAnswer,
	TranscriptionInput,
} from "#features/captions/transcriber.ts";
import type { PlanInput, Planner, StatementPlan } from "#features/evidence/search-plan.ts";
import type {
	SupportInput,
	SupportReader,
	SupportReading,
} from "#features/evidence/support-check.ts";
import type { ProviderCallRecord } from "#features/spending/sum-calls.ts";
import type {
	ExtractedStatement,
	ExtractionInput,
	Extractor,
} from "#features/statements/extractor.ts";
import type {
	WordingInput,
	WordingReader,
	WordingReading,
} from "#features/statements/wording-reader.ts";
import { LASTING, type ProviderFailureKind } from "#providers/call-failure.ts";
import type { CallContext, Outcome } from "#providers/retrying-call.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { RatingAnswer } from "./parse-rating.ts";
import type { EvidenceRating, EvidenceRatingInput, Rater, RatingInput } from "./rater.ts";

/**
 * A multiple of a rating's deadline, because one call reads a whole window and writes many
 * statements.
 */
const EXTRACTION_SHARE = 3;
/** A multiple of a rating's deadline, because one call transcribes ten minutes of video. */
const TRANSCRIPTION_SHARE = 5;
/**
 * No call takes longer, unless the deadline of a rating is longer. A model that never ends its
 * answer then leaves the run, which has five minutes, enough time to go on without it.
 */
const LONGEST_CALL_MS = 150_000;

export type Providers = {
	raters: Rater[];
	/** In the order in which they are tried. */
	extractors: Extractor[];
	transcriber: Transcriber | null;
	planners: Planner[];
	support_readers: SupportReader[];
	wording_readers: WordingReader[];
};

/**
 * Makes one call with the adapter that the request names. `context.timeout_ms` is the deadline of
 * a rating.
 */
export async function callProvider(
	providers: Providers,
	request: ProviderRequest,
	context: CallContext,
): Promise<Outcome<unknown>> {
	const within = (share: number): CallContext => ({
		...context,
		timeout_ms: Math.max(context.timeout_ms, Math.min(context.timeout_ms * share, LONGEST_CALL_MS)),
	});
	const named = { provider: request.provider };
	switch (request.kind) {
		case "rate":
			return find(providers.raters, named)?.rate(request.input, context) ?? notConfigured();
		case "rate_by_evidence":
			return (
				find(providers.raters, named)?.rateByEvidence(request.input, context) ?? notConfigured()
			);
		case "plan":
			return find(providers.planners, named)?.plan(request.input, context) ?? notConfigured();
		case "check_support":
			return (
				find(providers.support_readers, named)?.checkSupport(request.input, context) ??
				notConfigured()
			);
		case "check_wording":
			return (
				find(providers.wording_readers, named)?.checkWordings(request.input, context) ??
				notConfigured()
			);
		case "extract":
			return (
				find(providers.extractors, named)?.extract(request.input, within(EXTRACTION_SHARE)) ??
				notConfigured()
			);
		case "transcribe":
			return (
				providers.transcriber?.transcribe(request.input, within(TRANSCRIPTION_SHARE)) ??
				notConfigured()
			);
	}
}

function find<P extends { provider: Provider }>(
	ports: P[],
	{ provider }: { provider: Provider },
): P | undefined {
	return ports.find((port) => port.provider === provider);
}

/** One provider call as plain data, so that it can be sent to another Durable Object. */
export type ProviderRequest =
	| { kind: "rate"; provider: Provider; input: RatingInput }
	| { kind: "rate_by_evidence"; provider: Provider; input: EvidenceRatingInput }
	| { kind: "plan"; provider: Provider; input: PlanInput }
	| { kind: "check_support"; provider: Provider; input: SupportInput }
	| { kind: "check_wording"; provider: Provider; input: WordingInput }
	| { kind: "extract"; provider: Provider; input: ExtractionInput }
	| { kind: "transcribe"; provider: Provider; input: TranscriptionInput };

type Answers = {
	rate: RatingAnswer;
	rate_by_evidence: EvidenceRating;
	plan: StatementPlan[];
	check_support: SupportReading;
	check_wording: (WordingReading | null)[];
	extract: ExtractedStatement[];
	transcribe: TranscriptionAnswer;
};
type AnswerTo<R extends ProviderRequest> = Outcome<Answers[R["kind"]]>;

/** Makes the call. Rejects only if the outcome is unknown. */
export type CallProvider = <R extends ProviderRequest>(request: R) => Promise<AnswerTo<R>>;

/** A call that failed in all attempts, without its prompt. */
type FailedCall = {
	step: ProviderRequest["kind"];
	provider: Provider;
	/** Empty if no provider was asked. */
	model: string;
	attempts: number;
	duration_ms: number;
	failure: ProviderFailureKind;
	/** The HTTP status of the last answer; null if there was no answer or it was successful. */
	status: number | null;
	/** The vendor's own words; "" if it said nothing. */
	said: string;
};

/** Wraps `call` so that each finally failed call is logged. */
export function logFailedCalls(
	call: CallProvider,
	log: (failed: FailedCall) => void,
): CallProvider {
	return async (request) => {
		const outcome = await call(request);
		if (!outcome.ok) {
			const { kind: step, provider } = request;
			const { model, attempts, duration_ms, kind: failure, status, said } = outcome;
			log({ step, provider, model, attempts, duration_ms, failure, status, said });
		}
		return outcome;
	};
}

/** Builds the cost record of a call. */
export function toCallRecord(
	task: string,
	provider: Provider,
	outcome: Outcome<unknown>,
): ProviderCallRecord {
	const { model, ok, attempts, duration_ms, usage } = outcome;
	return { task, provider, model, ok, attempts, duration_ms, usage };
}

/** The outcome if a key was removed or the mode changed during a run. */
export function notConfigured(): Outcome<never> {
	return {
		ok: false,
		kind: "not_configured",
		message: LASTING.not_configured,
		status: null,
		said: "",
		model: "",
		attempts: 0,
		duration_ms: 0,
		usage: { input_tokens: null, output_tokens: null, cost_usd: null },
	};
}

/**
 * A Durable Object may have six connections that wait for headers, so it gets no more calls at a
 * time.
 */
const CALLS_PER_OBJECT = 6;

/**
 * Distributes a video's provider calls over several Durable Objects, because each has few
 * connections, so that all calls run in parallel. Creating an object takes several disk syncs.
 * The objects that `most_ratings` will need are therefore created while the model still reads the
 * transcript.
 */
export function providerCallers(
	namespace: Bindings["PROVIDER_CALLER"],
	video_id: VideoId,
	most_ratings: number,
	/** How long a call that begins now may wait for its provider's limits. */
	patienceMs: () => number,
): CallProvider {
	const inFlight: number[] = [];
	let prepared = false;

	const callerObject = (shard: number) => namespace.getByName(`${video_id}:${shard}`);

	/** Creates the objects one after the other, so that running calls are not delayed. */
	async function prepare(): Promise<void> {
		for (let shard = 0; shard * CALLS_PER_OBJECT < most_ratings; shard++)
			await callerObject(shard).ready();
	}

	return async <R extends ProviderRequest>(request: R) => {
		const shard = freeShard(inFlight);
		inFlight[shard] = (inFlight[shard] ?? 0) + 1;
		try {
			const answer = callerObject(shard).call(request, patienceMs());
			if (!isRating(request) && !prepared) {
				prepared = true;
				// An object that could not be created here is created by its first call.
				prepare().catch(() => {});
			}
			return (await answer) as AnswerTo<R>;
		} finally {
			inFlight[shard] = (inFlight[shard] ?? 1) - 1;
		}
	};
}

function isRating({ kind }: ProviderRequest): boolean {
	return kind === "rate" || kind === "rate_by_evidence";
}

function freeShard(inFlight: number[]): number {
	const free = inFlight.findIndex((calls) => calls < CALLS_PER_OBJECT);
	return free === -1 ? inFlight.length : free;
}
