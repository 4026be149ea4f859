import * as z from "zod";
import { Instant, Provider, RunId, VideoId } from "./ids.ts";
import { MAX_LINK_CHARS } from "./limits.ts";
import { RunError } from "./problem.ts";

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

/** A run as its viewers see it. */
export const Analysis = z.object({
	run: RunId,
	status: AnalysisStatus,
	/** null before the start, at the end, and after an error. */
	analysis_step: AnalysisStep.nullable(),
	/** Percent, 0 to 100; never falls within a run, except to 0 on an error. */
	progress: z.number().min(0).max(100),
	/**
	 * Rounded mean of the statements that have a score so far. Before the first, null if the run asks
	 * sources, otherwise 0.
	 */
	bs_score: z.int().min(0).max(100).nullable(),
	claims_found: z.int().min(0),
	providers: z.array(
		z.object({ provider: Provider, done: z.int(), failed: z.int(), total: z.int() }),
	),
	/** The search or page request in progress. */
	activity: z.object({ kind: z.enum(["search", "read"]), text: z.string() }).nullable(),
	started_at: Instant,
	error: RunError.nullable(),
});
export type Analysis = z.infer<typeof Analysis>;

/**
 * About eight hours of speech; keeps a stored transcript below the 2 MB of one row, in
 * any script.
 */
export const MAX_TRANSCRIPT_CHARS = 400_000;

export const AnalyzeRequest = z.strictObject({
	/** Validated by the analysis feature, which has the messages for each kind of bad link. */
	url: z.string().max(MAX_LINK_CHARS).optional(),
	force: z.boolean().optional(),
	/** Rates the next statements that the result left out; existing ratings are kept. */
	more: z.boolean().optional(),
	/** Text, SRT or VTT; used only if there are no captions. */
	transcript: z.string().max(MAX_TRANSCRIPT_CHARS).optional(),
});
export type AnalyzeRequest = z.infer<typeof AnalyzeRequest>;

export const AnalyzeResponse = z.object({
	video_id: VideoId,
	status: z.enum(["analyzing", "completed"]),
	/** Path of the results page. */
	results: z.string(),
	/** Path of the event stream. */
	events: z.string(),
});
export type AnalyzeResponse = z.infer<typeof AnalyzeResponse>;
