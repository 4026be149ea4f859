import * as z from "zod";
import { AnalysisStatus } from "./analysis.ts";
import { SourceId } from "./evidence.ts";
import { Instant, MemberId, Provider, RunId, VideoId } from "./ids.ts";

const Count = z.int().min(0);

/** Usage of provider calls. */
const Amounts = z.object({
	calls: Count,
	/** Number of HTTP requests, including retries. */
	requests: Count,
	/** As reported by the vendors, including failed calls. */
	input_tokens: Count,
	/** As reported by the vendors, including thinking tokens. */
	output_tokens: Count,
	/**
	 * Estimated from list prices, or from the operator's prices if set; null if no price is known.
	 */
	cost_usd: z.number().min(0).nullable(),
	/** The number of calls without a known price; the estimate excludes them. */
	unpriced_calls: Count,
});

/**
 * What an analysis pays for: transcripts, statements, the check of their wording, queries for
 * sources, searches, ratings, the second reading of quotes.
 */
export const SPENDING_STEPS = [
	"transcribe",
	"extract",
	"check_wording",
	"plan",
	"search",
	"rate",
	"check_support",
] as const;
export const SpendingStep = z.enum(SPENDING_STEPS);
export type SpendingStep = z.infer<typeof SpendingStep>;

export const SpentOnStep = Amounts.extend({
	provider: z.union([Provider, SourceId]),
	/** Empty for a search. */
	model: z.string(),
	step: SpendingStep,
	failed_calls: Count,
});
export type SpentOnStep = z.infer<typeof SpentOnStep>;

/** One of the daily limits. `limit` is null if the limit is off. */
const DayLimit = z.object({
	/** Usage so far, plus the amount reserved for running analyses. */
	taken: z.number().min(0),
	limit: z.number().min(0).nullable(),
});

/** The most that one of a kind may take of the day. A figure is null if there is no such limit. */
const Share = z.object({
	calls: Count.nullable(),
	searches: Count.nullable(),
	usd: z.number().min(0).nullable(),
});
export type SpendingShare = z.infer<typeof Share>;

/** What one of those that have taken most of the day has taken, with what is reserved. */
const Taker = z.object({
	/** Whose share it is. */
	of: z.enum(["member", "new_member", "network"]),
	/** null for a network, and for an account that was deleted. */
	member: z.object({ id: MemberId, full_name: z.string() }).nullable(),
	calls: Count,
	searches: Count,
	usd: z.number().min(0),
});
export type SpendingTaker = z.infer<typeof Taker>;

export const SpendingToday = z.object({
	day: z.iso.date(),
	/** When both limits reset. */
	lifts_at: Instant,
	calls: DayLimit,
	searches: DayLimit,
	usd: DayLimit,
	/** What one member, one whose account is younger than a day, and one network may take of it. */
	shares: z.object({ member: Share, new_member: Share, network: Share }),
	/** The five members and the five networks with the most calls. */
	takers: z.array(Taker),
});
export type SpendingToday = z.infer<typeof SpendingToday>;

export const SpendingDay = SpentOnStep.extend({ day: z.iso.date() });
export type SpendingDay = z.infer<typeof SpendingDay>;

export const SpendingMember = Amounts.extend({
	member: z.object({ id: MemberId, full_name: z.string() }).nullable(),
	analyses: Count,
});
export type SpendingMember = z.infer<typeof SpendingMember>;

export const Spending = z.object({
	today: SpendingToday,
	days: z.array(SpendingDay),
	members: z.array(SpendingMember),
});
export type Spending = z.infer<typeof Spending>;

export const SpendingAnalysis = Amounts.extend({
	run: RunId,
	video_id: VideoId,
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
	/** Ordered by end, latest first. */
	analyses: z.array(SpendingAnalysis),
	next_cursor: z.string().nullable(),
});
export type SpendingAnalyses = z.infer<typeof SpendingAnalyses>;
