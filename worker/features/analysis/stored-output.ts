import * as z from "zod";
import { Evidence, EvidenceSearch, FactCheckReview, SourceId } from "#contract/evidence.ts";
import { Extraction } from "#contract/extraction.ts";
import { Provider, StatementId } from "#contract/ids.ts";
import { RunError } from "#contract/problem.ts";
import { LEFT_OUT_REASONS, MODEL_REASONS } from "#contract/selection.ts";
import { Rating } from "#contract/statement.ts";
import {
	PAGE_PROBLEMS,
	QUOTE_PROBLEMS,
	RATER_VERDICTS,
	STANCES,
	TODAY,
	WHEN_SAID,
} from "#contract/verdicts.ts";
import { TranscriptSource } from "#contract/video.ts";
import { STATEMENT_KINDS } from "#features/evidence/search-plan.ts";
import { PLAYABILITIES } from "#features/youtube/playability.ts";
import { type TaskKind, taskKey } from "./plan-steps.ts";
import { SelectedShape } from "./run-state.ts";
import type { DoneTask, OpenTask } from "./run-store.ts";
import type { Failed as FailedTask, TaskOutput, TaskOutputs } from "./step-output.ts";

/*
 * Parses the stored outputs of finished tasks, which an earlier version may have written. Only
 * shapes are checked. A change of a shape must also handle older records here, with a default, a
 * union or a transform, as long as such runs may be in progress.
 */

const Text = z.string().nullable();
const Count = z.number().nullable();
const Cues = z.array(z.object({ start: z.number(), text: z.string() }));

const Calls = z.array(
	z.object({
		task: z.string(),
		provider: z.union([Provider, SourceId]),
		model: z.string(),
		ok: z.boolean(),
		attempts: z.number(),
		duration_ms: z.number(),
		usage: z.object({
			input_tokens: Count,
			output_tokens: Count,
			cost_usd: Count,
		}),
	}),
);

const Metadata = z.object({
	title: z.string(),
	channel_name: z.string(),
	channel_id: Text,
	thumbnail_url: z.string(),
	duration: Count,
	view_count: Count,
	published_at: Text,
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
	fetched_at: z.string(),
});

const Transcript = z.object({
	source: TranscriptSource,
	language: Text,
	track: z.object({ kind: z.enum(["manual", "asr"]), vss_id: z.string() }).nullable(),
	cues: Cues,
	text: z.string(),
});

const Candidate = z.object({
	content: z.string(),
	quote: z.string(),
	// JSON stores a non-finite number as null; such a statement ranks last.
	importance: z.number().catch(0),
	cues: z.object({ from: z.number(), to: z.number() }).nullable(),
	// Earlier versions did not ask models for left-out statements.
	left_out: z.enum(MODEL_REASONS).nullable().default(null),
});

const Chosen = z.object({
	...SelectedShape,
	out_of_budget: z.boolean().default(false),
	new_id: StatementId,
	earlier: z
		.object({
			id: StatementId,
			ai_score: z.number(),
			// Missing in records from before verdicts existed.
			verdict: Text.default(null),
			upvotes: z.number(),
			downvotes: z.number(),
			created_at: z.string(),
			// Missing in records from before members could add pages.
			pages: z.array(z.object({ url: z.string(), title: z.string() })).default([]),
		})
		.nullable(),
});

const Plan = z.object({
	neutral: z.string(),
	opposing: Text,
	kind: z.enum(STATEMENT_KINDS),
	time_sensitive: z.boolean(),
});

const Search = z.object({
	searches: z.array(EvidenceSearch.omit({ statement_id: true })),
	hits: z.array(
		z.object({
			source: z.union([SourceId, z.literal("member")]),
			url: z.string(),
			title: z.string(),
			language: Text,
			as_of: Text,
			key: z.string(),
			// Stored without one before published fact checks were searched.
			review: FactCheckReview.nullable().default(null),
		}),
	),
	// Stored without them before searches had prices.
	calls: Calls.default([]),
});

const Passage = z.object({
	start: z.number(),
	end: z.number(),
	text: z.string(),
	before: z.string(),
	after: z.string(),
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
		}).extend({ language: Text }),
		fetched_at: z.string(),
		passages: z.array(Passage),
		by_statement: z.array(z.object({ statement: z.number(), passages: z.array(z.number()) })),
	}),
	z.object({
		ok: z.literal(false),
		reason: z.enum(PAGE_PROBLEMS),
		status: Count,
	}),
]);

const Lean = z.object({ score: z.number(), confidence: z.number() });

/** Missing in a rating from memory. */
const Judged = z.object({
	judgement: z
		.object({
			verdict: z.enum(RATER_VERDICTS),
			when_said: z.enum(WHEN_SAID),
			today: z.enum(TODAY),
			score: z.number(),
			confidence: z.number(),
			explanation: z.string(),
			missing: z.string(),
			lean: Lean.nullable(),
			citations: z.array(
				z.object({
					page_id: z.string(),
					cluster: z.number(),
					stance: z.enum(STANCES),
					published_at: Text,
					by_member: z.boolean(),
					found: Evidence.pick({
						quote: true,
						quote_start: true,
						before: true,
						after: true,
					}),
				}),
			),
			dropped: z.array(
				z.object({
					page_id: Text,
					quote: z.string(),
					reason: z.enum(QUOTE_PROBLEMS),
				}),
			),
		})
		.nullable()
		.default(null),
	next_query: Text.default(null),
});

function lastAnswered({
	method,
	calls,
}: {
	method: string;
	calls: z.infer<typeof Calls>;
}): Provider | null {
	if (method === "heuristic") return null;
	const last = Provider.safeParse(calls.findLast(({ ok }) => ok)?.provider);
	return last.success ? last.data : null;
}

const Failed = z.object({ error: RunError });
const Refused = z.object({ refused: RunError, calls: Calls });
const Done = z.object({ done: z.literal(true) });

const BY_KIND = {
	metadata: z.object({ metadata: Metadata, player: Player.nullable() }),
	transcript: z.union([
		z.object({ transcript: Transcript }),
		z.object({ transcribe_windows: z.number(), reason: RunError }),
	]),
	transcribe: z.union([z.object({ language: Text, cues: Cues.nullable(), calls: Calls }), Refused]),
	join: z.object({ transcript: Transcript }),
	extract: z.union([
		z
			.object({
				method: z.enum(["provider", "heuristic"]),
				// Missing in older records; the last answered call then names the provider.
				provider: Provider.nullable().optional(),
				found: z.array(Candidate),
				calls: Calls,
			})
			.transform(({ provider, ...stored }) => ({
				...stored,
				provider: provider === undefined ? lastAnswered(stored) : provider,
			})),
		Refused,
	]),
	choose: z.object({
		chosen: z.array(Chosen),
		// Missing in records from before the extraction was stored.
		extraction: Extraction.nullable().default(null),
		left_out: z.array(z.object({ ...SelectedShape, reason: z.enum(LEFT_OUT_REASONS) })).default([]),
	}),
	plan: z.object({ plans: z.array(Plan), calls: Calls }),
	search: Search,
	read: Read,
	rate: z.object({ rating: Rating, calls: Calls, ...Judged.shape }),
	publish: Done,
	retire: Done,
} satisfies { [K in TaskKind]: z.ZodType<Exclude<TaskOutputs[K], FailedTask>> };

/** Parses a task's output. Throws if this version does not know its shape. */
export function readOutput(task: DoneTask): TaskOutput {
	requireKnown(task);
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
