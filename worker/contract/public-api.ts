import * as z from "zod";
import { AnalysisStatus } from "./analysis.ts";
import { Instant, Provider, VideoId } from "./ids.ts";
import { MAX_LINK_CHARS } from "./limits.ts";
import { RunError } from "./problem.ts";
import { Statement } from "./statement.ts";
import { Video } from "./video.ts";

/** Options that filter the answer. Every run asks the whole panel. */
export const AnalysisOptions = z.strictObject({
	/**
	 * The providers whose ratings the answer contains. Scores are always those of the whole panel.
	 */
	models: z.array(Provider).min(1).max(16).optional(),
	include_sources: z.boolean().optional(),
	/**
	 * A public https address that receives an event when the analysis ends, signed with the
	 * member's secret.
	 */
	webhook_url: z.string().max(2_048).optional(),
});
export type AnalysisOptions = z.infer<typeof AnalysisOptions>;

export const RequestAnalysis = z.strictObject({
	/** Validated by the analysis feature, which has the messages for each kind of bad link. */
	url: z.string().max(MAX_LINK_CHARS),
	options: AnalysisOptions.optional(),
});
export type RequestAnalysis = z.infer<typeof RequestAnalysis>;

/** 120 bits, random or hashed. */
export const AnalysisId = z.string().regex(/^[A-Za-z0-9_-]{20}$/);

export const RequestedAnalysis = z.object({
	analysis_id: AnalysisId,
	video_id: VideoId,
	status: AnalysisStatus,
	/** An estimate from the latest runs. Once there is a result, the time of the result. */
	estimated_completion: Instant,
});
export type RequestedAnalysis = z.infer<typeof RequestedAnalysis>;

export const AnalysisResult = RequestedAnalysis.extend({
	video: Video.nullable(),
	/** Ordered by timestamp; empty until the analysis is completed. */
	statements: z.array(Statement),
	/** Why there is no result; null unless the analysis failed. */
	error: RunError.nullable(),
});
export type AnalysisResult = z.infer<typeof AnalysisResult>;
