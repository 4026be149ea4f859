import * as z from "zod";
import { Basis, Coverage, Finding, Interval, Lean } from "./evidence.ts";
import { Instant, Provider } from "./ids.ts";
import { LeftOut, Statement } from "./statement.ts";
import { CaptionsReadBy, TranscriptSource, Video } from "./video.ts";

export const BandName = z.enum(["factual", "moderate", "high"]);

const Percent = z.int().min(0).max(100);
const Count = z.int().min(0);

/**
 * One provider's averages over the ratings that count for it. `answers` is their number, `failed`
 * how many of them are fallbacks for failed calls.
 */
export const ProviderAverage = z.object({
	provider: Provider,
	name: z.string(),
	average_score: Percent,
	average_confidence: Percent,
	answers: Count,
	failed: Count,
});
export type ProviderAverage = z.infer<typeof ProviderAverage>;

/** The figures of a report. */
export const ReportSummary = z.object({
	bs_score: Percent.nullable(),
	band: BandName.nullable(),
	confidence_level: Percent.nullable(),
	lean: Lean.nullable(),
	basis: Basis,
	coverage: Coverage,
	finding: Finding,
	interval: Interval.nullable(),
	claims_count: Count,
	claims_by_band: z.object({ factual: Count, moderate: Count, high: Count }),
	provider_averages: z.array(ProviderAverage),
	votes: z.object({
		total: Count,
		agree: Count,
		disagree: Count,
		community_agreement: Percent.nullable(),
	}),
	panel: z.array(Provider),
	simulated: z.boolean(),
	transcript_source: TranscriptSource.nullable(),
	captions_read_by: CaptionsReadBy.nullable(),
	version: Count,
	results_url: z.string(),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

/** A report as a download. */
export const ReportExport = z.object({
	video: Video,
	/** Ordered by timestamp. */
	statements: z.array(Statement),
	left_out: z.array(LeftOut),
	exported_at: Instant,
	summary: ReportSummary,
});
export type ReportExport = z.infer<typeof ReportExport>;
