import type { Provider } from "#contract/ids.ts";
import type {
	ExtractedStatement,
	ExtractionInput,
	Outcome,
	RatingAnswer,
	RatingInput,
	TranscriptionAnswer,
	TranscriptionInput,
} from "./providers.ts";

/** One provider call as plain data, so that another object can make it. */
export type ProviderRequest =
	| { kind: "rate"; provider: Provider; input: RatingInput }
	| { kind: "extract"; provider: Provider; input: ExtractionInput }
	| { kind: "transcribe"; provider: Provider; input: TranscriptionInput };

type Answers = {
	rate: RatingAnswer;
	extract: ExtractedStatement[];
	transcribe: TranscriptionAnswer;
};
export type AnswerTo<R extends ProviderRequest> = Outcome<Answers[R["kind"]]>;

/** Makes the call somewhere; rejects only where no outcome is known. */
export type CallProvider = <R extends ProviderRequest>(
	request: R,
) => Promise<AnswerTo<R>>;
