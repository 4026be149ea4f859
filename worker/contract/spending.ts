import * as z from "zod";
import { AnalysisStatus } from "./analysis.ts";
import { Instant, MemberId, Provider, RunId, VideoId } from "./ids.ts";

const Count = z.int().min(0);

/** What calls to providers used. */
const Amounts = z.object({
	calls: Count,
	/** HTTP requests: calls and their retries. */
	requests: Count,
	/** As the vendors report them, including failed calls. */
	input_tokens: Count,
	/** Including thinking. */
	output_tokens: Count,
	/** Estimated with list prices or those of the operator; null if no price is known. */
	cost_usd: z.number().min(0).nullable(),
	/** Calls without a known cost, which the estimate excludes. */
	unpriced_calls: Count,
});

/** What an analysis asks providers for: transcripts, statements, queries for sources, ratings. */
export const SPENDING_STEPS = [
	"transcribe",
	"extract",
	"plan",
	"rate",
] as const;
export const SpendingStep = z.enum(SPENDING_STEPS);
export type SpendingStep = z.infer<typeof SpendingStep>;

export const SpentOnStep = Amounts.extend({
	provider: Provider,
	model: z.string(),
	step: SpendingStep,
	failed_calls: Count,
});
export type SpentOnStep = z.infer<typeof SpentOnStep>;

/** One of the day's limits; `limit` is null if it is off. */
const DayLimit = z.object({
	/** Used, and reserved for running analyses. */
	taken: z.number().min(0),
	limit: z.number().min(0).nullable(),
});

export const SpendingToday = z.object({
	/** The day in UTC, as YYYY-MM-DD. */
	day: z.iso.date(),
	/** When both limits start again. */
	lifts_at: Instant,
	calls: DayLimit,
	usd: DayLimit,
});
export type SpendingToday = z.infer<typeof SpendingToday>;

export const SpendingDay = SpentOnStep.extend({ day: z.iso.date() });
export type SpendingDay = z.infer<typeof SpendingDay>;

export const SpendingMember = Amounts.extend({
	/** null for analyses whose starter has left. */
	member: z.object({ id: MemberId, full_name: z.string() }).nullable(),
	analyses: Count,
});
export type SpendingMember = z.infer<typeof SpendingMember>;

export const Spending = z.object({
	today: SpendingToday,
	/** The last 30 days, the latest first. */
	days: z.array(SpendingDay),
	/** The members with the most requests in these days; at most 20. */
	members: z.array(SpendingMember),
});
export type Spending = z.infer<typeof Spending>;

export const SpendingAnalysis = Amounts.extend({
	run: RunId,
	video_id: VideoId,
	/** null if the run ended before it read the title. */
	title: z.string().nullable(),
	status: AnalysisStatus.exclude(["analyzing"]),
	simulated: z.boolean(),
	started_by: z.object({ id: MemberId, full_name: z.string() }).nullable(),
	started_at: Instant,
	ended_at: Instant,
	steps: z.array(SpentOnStep),
});
export type SpendingAnalysis = z.infer<typeof SpendingAnalysis>;

export const SpendingAnalyses = z.object({
	/** Latest end first. */
	analyses: z.array(SpendingAnalysis),
	next_cursor: z.string().nullable(),
});
export type SpendingAnalyses = z.infer<typeof SpendingAnalyses>;
