import * as z from "zod";
import { TranscriptReading } from "#contract/analysis.ts";
import { Evidence, EvidenceSearch, FactCheckReview, SourceId } from "#contract/evidence.ts";
import { Provider, StatementId } from "#contract/ids.ts";
import { RunError } from "#contract/problem.ts";
import { LEFT_OUT_REASONS, MODEL_REASONS } from "#contract/selection.ts";
import { Extraction, Rating, SpeechContext, Support } from "#contract/statement.ts";
import {
	PAGE_KINDS,
	PAGE_NOTICES,
	PAGE_PROBLEMS,
	QUOTE_PROBLEMS,
	RATER_VERDICTS,
	STANCES,
	TODAY,
	WHEN_SAID,
} from "#contract/verdicts.ts";
import { SpokenLanguage, SpokenTurn, TranscriptSource } from "#contract/video.ts";
import { STATEMENT_KINDS } from "#features/evidence/search-plan.ts";
import { PLAYABILITIES } from "#features/youtube/playability.ts";
import { SelectedStatement } from "./run-input.ts";
import type { DoneTask, OpenTask } from "./run-store.ts";
import { type TaskKind, taskKey } from "./task.ts";

/*
 * What each kind of task stores when it finishes. The stored outputs are read through these
 * schemas, because another version may have written them.
 */

const Text = z.string().nullable();
const Count = z.number().nullable();
const Cues = z.array(
	z.object({ start: z.number(), text: z.string(), speaker: z.string().nullish() }),
);

const Calls = z.array(
	z.object({
		task: z.string(),
		provider: z.union([Provider, SourceId]),
		model: z.string(),
		ok: z.boolean(),
		attempts: z.number(),
		duration_ms: z.number(),
		usage: z.object({ input_tokens: Count, output_tokens: Count, cost_usd: Count }),
	}),
);

/** Ends the run. */
const Failed = z.object({ error: RunError });
export type Failed = z.infer<typeof Failed>;

/**
 * The day's budget has no room for the call. The run ends after the other windows have finished,
 * because they are already paid for.
 */
const BudgetRefused = z.object({ refused: RunError, calls: Calls });
export type BudgetRefused = z.infer<typeof BudgetRefused>;

const Done = z.object({ done: z.literal(true) });

const Metadata = z.object({
	title: z.string(),
	channel_name: z.string(),
	channel_id: Text,
	thumbnail_url: z.string(),
	duration: Count,
	view_count: Count,
	published_at: Text,
	description: z.string(),
	audio_language: Text.optional(),
});

const Player = z.object({
	playability: z.enum(PLAYABILITIES),
	tracks: z.array(
		z.object({
			base_url: z.string(),
			language: z.string(),
			kind: z.enum(["manual", "asr"]),
			vss_id: z.string(),
			gated: z.boolean(),
		}),
	),
	language: Text,
	has_captions_key: z.boolean(),
	client: z.string(),
	duration: Count,
	starts_at: Text.optional(),
	is_written: z.boolean().optional(),
	shown_language: Text.optional(),
	fetched_at: z.string(),
});

const Transcript = z.object({
	source: TranscriptSource,
	language: Text,
	track: z.object({ kind: z.enum(["manual", "asr"]), vss_id: z.string() }).nullable(),
	cues: Cues,
	text: z.string(),
	turns: z.array(SpokenTurn).optional(),
	spoken_language: SpokenLanguage.optional(),
	reading: TranscriptReading.optional(),
});

const WindowExtraction = z.object({
	/** The provider that read the window; null if none could, so that the heuristic selected. */
	provider: Provider.nullable(),
	found: z.array(
		z.object({
			content: z.string(),
			quote: z.string(),
			// JSON stores a non-finite number as null; such a statement ranks last.
			importance: z.number().catch(0),
			cues: z.object({ from: z.number(), to: z.number() }).nullable(),
			left_out: z.enum(MODEL_REASONS).nullish(),
		}),
	),
	calls: Calls,
});
export type WindowExtraction = z.infer<typeof WindowExtraction>;

const ChosenStatement = SelectedStatement.extend({
	context: SpeechContext,
	/** Who says the quote; absent in outputs of 1.0.0. */
	speaker: Text.optional(),
	/** The day's budget has no room for the statement's ratings, so it is published without any. */
	out_of_budget: z.boolean(),
	/** Whether it is rated beside the analysis of the whole video, and not part of its score. */
	on_request: z.boolean().optional(),
	/** The id to use if no earlier statement matches. */
	new_id: StatementId,
	/** The published statement with the same words at the same cue, if there is one. */
	earlier: z
		.object({
			id: StatementId,
			/** null if it is unverified. */
			ai_score: z.number().nullable(),
			/** null if its run asked no sources. */
			verdict: Text,
			upvotes: z.number(),
			downvotes: z.number(),
			created_at: z.string(),
			/** The pages that members added to the statement, in the order in which they are read. */
			pages: z.array(z.object({ url: z.string(), title: z.string(), can_move: z.boolean() })),
		})
		.nullable(),
});
export type ChosenStatement = z.infer<typeof ChosenStatement>;

/** The extraction's figures and the statements that were left out. */
const Selection = z.object({
	/** null if the result that the run adds to does not have it. */
	extraction: Extraction.nullable(),
	left_out: z.array(SelectedStatement.extend({ reason: z.enum(LEFT_OUT_REASONS) })),
	/** Statements of the published result that the run found, or takes over, without rating them. */
	kept: z.array(StatementId),
	/** Those of them that an analysis of the whole video chose itself. */
	rechosen: z.array(StatementId).default([]),
});
export type Selection = z.infer<typeof Selection>;

const Plan = z.object({
	neutral: z.string(),
	opposing: Text,
	kind: z.enum(STATEMENT_KINDS),
	time_sensitive: z.boolean(),
});

/** Which wordings stand, of those that were to be read a second time. */
const CheckedWordings = z.object({
	wordings: z.array(z.object({ statement: z.number(), stands: z.boolean() })),
	calls: Calls,
});

const Search = z.object({
	searches: z.array(EvidenceSearch.omit({ statement_id: true })),
	hits: z.array(
		z.object({
			source: z.union([SourceId, z.enum(["member", "dispute"])]),
			url: z.string(),
			title: z.string(),
			language: Text,
			as_of: Text,
			key: z.string(),
			review: FactCheckReview.nullable(),
		}),
	),
	reviews: z.array(FactCheckReview.extend({ url: z.string() })),
	calls: Calls,
});

const Read = z.union([
	z.object({
		ok: z.literal(true),
		facts: Evidence.pick({
			final_url: true,
			title: true,
			site: true,
			kind: true,
			published_at: true,
			published_by: true,
			content_hash: true,
		}).extend({
			language: Text,
			// Reads of release 1.0.0 have none.
			notice: z.enum(PAGE_NOTICES).optional(),
		}),
		fetched_at: z.string(),
		reviews: z.array(FactCheckReview),
		passages: z.array(
			z.object({
				start: z.number(),
				end: z.number(),
				text: z.string(),
				before: z.string(),
				after: z.string(),
				// Reads of release 1.0.0 have none.
				borders: z.array(z.number()).readonly().optional(),
			}),
		),
		by_statement: z.array(z.object({ statement: z.number(), passages: z.array(z.number()) })),
	}),
	z.object({ ok: z.literal(false), reason: z.enum(PAGE_PROBLEMS), status: Count }),
]);

/** A rater's judgement of the passages. */
const StoredJudgement = z.object({
	/** null if the provider did not answer, or rated from memory. */
	judgement: z
		.object({
			verdict: z.enum(RATER_VERDICTS),
			when_said: z.enum(WHEN_SAID),
			today: z.enum(TODAY),
			score: z.number(),
			confidence: z.number(),
			explanation: z.string(),
			missing: z.string(),
			lean: z.object({ score: z.number(), confidence: z.number() }).nullable(),
			citations: z
				.array(
					z.object({
						page_id: z.string(),
						cluster: z.number(),
						stance: z.enum(STANCES),
						published_at: Text,
						by_member: z.boolean(),
						kind: z.enum(PAGE_KINDS),
						doubted: z.boolean().optional(),
						found: Evidence.pick({ quote: true, quote_start: true, before: true, after: true }),
					}),
				)
				.readonly(),
			dropped: z
				.array(z.object({ page_id: Text, quote: z.string(), reason: z.enum(QUOTE_PROBLEMS) }))
				.readonly(),
		})
		.nullable(),
	next_query: Text,
});
export type StoredJudgement = z.infer<typeof StoredJudgement>;

/** As the provider gave it: whether the statement has a verdict is decided afterwards. */
const GivenRating = Rating.extend({ score: Rating.shape.score.unwrap() });

const BY_KIND = {
	metadata: z.union([z.object({ metadata: Metadata, player: Player.nullable() }), Failed]),
	transcript: z.union([
		z.object({ transcript: Transcript }),
		z.object({ transcribe_windows: z.number(), reason: RunError }),
		Failed,
	]),
	transcribe: z.union([
		z.object({
			language: Text,
			/** null if the provider could not transcribe the window. */
			cues: Cues.nullable(),
			/** Then: whether it did not even answer, so that nothing is known about the window. */
			unanswered: z.boolean().optional(),
			/** When it was asked, in milliseconds since the epoch; absent in answers of 1.0.0. */
			asked_at_ms: z.number().optional(),
			calls: Calls,
		}),
		BudgetRefused,
	]),
	join: z.union([z.object({ transcript: Transcript }), Failed]),
	extract: z.union([WindowExtraction, BudgetRefused]),
	choose: z.union([Selection.extend({ chosen: z.array(ChosenStatement) }), Failed]),
	plan: z.object({ plans: z.array(Plan), calls: Calls }),
	check_wording: CheckedWordings,
	search: Search,
	read: Read,
	rate: StoredJudgement.extend({ rating: GivenRating, calls: Calls }),
	/** `support` is null if the reader gave no answer. */
	check_support: z.object({ support: Support.nullable(), calls: Calls }),
	publish: Done,
	retire: Done,
} satisfies Record<TaskKind, z.ZodType>;

export type TaskOutputs = { [K in TaskKind]: z.infer<(typeof BY_KIND)[K]> };
export type TaskOutput = TaskOutputs[TaskKind];

export function isFailed(output: TaskOutput): output is Failed {
	return "error" in output;
}

/** Parses a task's output. Throws if this version does not know its shape. */
export function readOutput(task: DoneTask): TaskOutput {
	requireKnown(task);
	// Any task may have been given up.
	const failed = Failed.safeParse(task.output);
	if (failed.success) return failed.data;
	const read = BY_KIND[task.input.kind].safeParse(task.output);
	if (read.success) return read.data;
	// Only the first issue, because a transcript may have thousands.
	const [issue] = read.error.issues;
	throw new Error(`${task.key}: ${issue?.path.join(".")}: ${issue?.message}`);
}

export function isReadable(task: DoneTask): boolean {
	try {
		readOutput(task);
		return true;
	} catch {
		return false;
	}
}

/** Throws if this version does not know the task. */
export function requireKnown({ key, input }: Pick<DoneTask | OpenTask, "key" | "input">): void {
	if (!(input.kind in BY_KIND) || taskKey(input) !== key) throw new Error(`${key}: no such task`);
}
