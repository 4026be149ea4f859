import * as z from "zod";
import { AnalysisStatus } from "./analysis.ts";
import { Instant, Provider } from "./ids.ts";
import { MAX_LINK_CHARS } from "./limits.ts";
import { RunError } from "./problem.ts";
import { Statement } from "./statement.ts";
import { Video } from "./video.ts";

/** Options of the answer. Every run asks the whole panel. */
export const AnalysisOptions = z.object({
	/** Whose ratings the answer contains. Scores stay those of the whole panel. */
	models: z.array(Provider).min(1).max(16).optional(),
	/** false empties every list of sources. */
	include_sources: z.boolean().optional(),
	/** A public https address that gets an event at the end, signed with the member's secret. */
	webhook_url: z.string().max(2_048).optional(),
});
export type AnalysisOptions = z.infer<typeof AnalysisOptions>;

export const RequestAnalysis = z.object({
	/** Checked by the domain, whose messages are the specification's. */
	url: z.string().max(MAX_LINK_CHARS).optional(),
	options: AnalysisOptions.optional(),
});
export type RequestAnalysis = z.infer<typeof RequestAnalysis>;

/** 120 random or hashed bits. */
export const AnalysisId = z.string().regex(/^[A-Za-z0-9_-]{20}$/);

export const RequestedAnalysis = z.object({
	/** The same for the same member, run and options. */
	analysis_id: AnalysisId,
	status: AnalysisStatus,
	/** An estimate from the latest runs; once there is a result, the time of the result. */
	estimated_completion: Instant,
});
export type RequestedAnalysis = z.infer<typeof RequestedAnalysis>;

export const AnalysisResult = RequestedAnalysis.extend({
	/** The current result of the video; null until it is completed. */
	video: Video.nullable(),
	/** By timestamp; none until it is completed. */
	statements: z.array(Statement),
	/** Why there is no result; null unless it failed. */
	error: RunError.nullable(),
});
export type AnalysisResult = z.infer<typeof AnalysisResult>;
