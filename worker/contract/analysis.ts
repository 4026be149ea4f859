import * as z from "zod";
import { Finding } from "./evidence.ts";
import { Instant, Provider, RunId, VideoId } from "./ids.ts";
import { MAX_LINK_CHARS, MAX_QUOTE_CHARS } from "./limits.ts";
import { RunError } from "./problem.ts";
import { Statement } from "./statement.ts";

export const AnalysisStep = z.enum([
	"extracting",
	"processing",
	"searching",
	"analyzing",
	"openai",
	"claude",
	"gemini",
	"finalizing",
]);
export type AnalysisStep = z.infer<typeof AnalysisStep>;

export const AnalysisStatus = z.enum(["analyzing", "completed", "failed"]);
export type AnalysisStatus = z.infer<typeof AnalysisStatus>;

/** A moment as far as its run knows it. Fields are null until the transcript is there. */
export const AnalyzedMoment = z.object({
	at: z.number().min(0).nullable(),
	from: z.number().min(0).nullable(),
	to: z.number().min(0).nullable(),
	said: z.string().nullable(),
});
export type AnalyzedMoment = z.infer<typeof AnalyzedMoment>;

/** Every event of a run carries them, so that a page that joins late lists the same. */
export const MAX_FOUND = 24;

/** A run as its viewers see it. */
export const Analysis = z.object({
	run: RunId,
	status: AnalysisStatus,
	analysis_step: AnalysisStep.nullable(),
	/** Percent, 0 to 100; never falls within a run, except to 0 on an error. */
	progress: z.number().min(0).max(100),
	bs_score: z.int().min(0).max(100).nullable(),
	finding: Finding,
	claims_found: z.int().min(0),
	claims_chosen: z.int().min(0),
	/** The words of the chosen statements, whether rated or not, while the run works. */
	found: z
		.array(
			z.object({
				quote: z.string(),
				/** null if the transcript does not tell it. */
				timestamp: z.number().min(0).nullable(),
			}),
		)
		.max(MAX_FOUND),
	providers: z.array(
		z.object({ provider: Provider, done: z.int(), failed: z.int(), total: z.int() }),
	),
	/** The search or page request in progress, or whose limit is waited for. */
	activity: z.object({ kind: z.enum(["search", "read", "wait"]), text: z.string() }).nullable(),
	moment: AnalyzedMoment.nullable(),
	started_at: Instant,
	error: RunError.nullable(),
});
export type Analysis = z.infer<typeof Analysis>;

/**
 * About eight hours of speech; keeps a stored transcript below the 2 MB of one row, in
 * any script.
 */
export const MAX_TRANSCRIPT_CHARS = 400_000;

/** What was understood of the times in a member's text. */
export const TranscriptReading = z.object({
	/** Pieces with a time. */
	cues: z.int().min(0),
	untimed: z.int().min(0),
	/** The first of the lines, shortened. */
	not_understood: z.array(z.string()),
	times_unused: z.enum(["beyond_video"]).optional(),
	/** Parts with a zero of their own, joined by the video's length. */
	joined_parts: z.int().min(2).optional(),
});
export type TranscriptReading = z.infer<typeof TranscriptReading>;

const Transcript = z.string().max(MAX_TRANSCRIPT_CHARS);

export const ReadTranscriptRequest = z.strictObject({
	transcript: Transcript,
	/** Of the video in seconds, if it is known. */
	duration: z.number().positive().nullish(),
});
export type ReadTranscriptRequest = z.infer<typeof ReadTranscriptRequest>;

export const ReadTranscriptAnswer = TranscriptReading.extend({
	first: z.number().min(0).nullable(),
	last: z.number().min(0).nullable(),
	read: z.array(
		z.object({
			start: z.number().min(0).nullable(),
			text: z.string(),
			speaker: z.string().nullable(),
		}),
	),
});
export type ReadTranscriptAnswer = z.infer<typeof ReadTranscriptAnswer>;

const ANOTHER_RUN = 'Must be left out beside "at" and "quote", because a moment is checked alone.';

export const AnalyzeRequest = z
	.strictObject({
		/** Validated by the analysis feature, which has the messages for each kind of bad link. */
		url: z.string().max(MAX_LINK_CHARS),
		force: z.boolean().optional(),
		more: z.boolean().optional(),
		at: z.number().min(0).optional(),
		quote: z.string().trim().min(1).max(MAX_QUOTE_CHARS).optional(),
		transcript: Transcript.optional(),
		times: z.enum(["ignore"]).optional(),
		language: z
			.string()
			.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/, "Must be a BCP 47 tag, for example en.")
			.optional(),
	})
	.superRefine(({ at, quote, force, more }, context) => {
		if (at === undefined && quote === undefined) return;
		for (const [name, value] of Object.entries({ force, more }))
			if (value) context.addIssue({ code: "custom", path: [name], message: ANOTHER_RUN });
	});
export type AnalyzeRequest = z.infer<typeof AnalyzeRequest>;

export const AnalyzeResponse = z.object({
	video_id: VideoId,
	status: z.enum(["analyzing", "completed"]),
	results: z.string(),
	events: z.string(),
	/**
	 * The run that answers the request, which may start after the one that is running. Absent if
	 * the request is answered from what is there.
	 */
	run: RunId.optional(),
	statements: z.array(Statement).optional(),
	/** What was understood of the request's `transcript`. */
	transcript: TranscriptReading.optional(),
});
export type AnalyzeResponse = z.infer<typeof AnalyzeResponse>;
