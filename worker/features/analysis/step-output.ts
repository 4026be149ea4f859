import type { Extraction } from "#contract/extraction.ts";
import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { Rating } from "#contract/statement.ts";
import type { Cue } from "#contract/video.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { ReadAnswer, SearchAnswer } from "#features/evidence/find-pages.ts";
import type { StatementPlan } from "#features/evidence/search-plan.ts";
import type { ProviderCallRecord } from "#features/spending/sum-calls.ts";
import type {
	LeftOutStatement,
	StatementCandidate,
} from "#features/statements/merge-statements.ts";
import type { PlayerSeen } from "#features/youtube/metadata.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import type { StoredJudgement } from "./evidence-state.ts";
import type { ChosenStatement } from "./run-state.ts";

/**
 * "heuristic": no provider could read the window, so the sentence heuristic selected the
 * statements.
 */
export type ExtractionMethod = "provider" | "heuristic";

export type WindowExtraction = {
	method: ExtractionMethod;
	/** The provider that read the window; null if none did or if unknown. */
	provider: Provider | null;
	found: StatementCandidate[];
	calls: ProviderCallRecord[];
};

/**
 * The day's budget has no room for the call. The run ends after the other windows have finished,
 * because they are already paid for.
 */
export type BudgetRefused = { refused: RunError; calls: ProviderCallRecord[] };

/** The extraction's figures and the statements that were left out. */
export type Selection = {
	/** null if unknown. */
	extraction: Extraction | null;
	left_out: LeftOutStatement[];
};

/** What each kind of task stores when it finishes. An `error` ends the run. */
export type TaskOutputs = {
	metadata: { metadata: Metadata; player: PlayerSeen | null } | Failed;
	transcript:
		| { transcript: Transcript }
		| { transcribe_windows: number; reason: RunError }
		| Failed;
	transcribe:
		| {
				language: string | null;
				/** null if the provider could not transcribe the window. */
				cues: Cue[] | null;
				calls: ProviderCallRecord[];
		  }
		| BudgetRefused;
	join: { transcript: Transcript } | Failed;
	extract: WindowExtraction | BudgetRefused;
	choose: ({ chosen: ChosenStatement[] } & Selection) | Failed;
	plan: { plans: StatementPlan[]; calls: ProviderCallRecord[] };
	search: SearchAnswer;
	read: ReadAnswer;
	rate: {
		rating: Rating;
		calls: ProviderCallRecord[];
	} & Partial<StoredJudgement>;
	publish: { done: true };
	retire: { done: true };
};
export type TaskOutput = TaskOutputs[keyof TaskOutputs];

export type Failed = { error: RunError };

export function isFailed(output: TaskOutput): output is Failed {
	return "error" in output;
}
