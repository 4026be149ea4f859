import * as z from "zod";
import { User } from "#contract/account.ts";
import { AccountExport } from "#contract/account-export.ts";
import {
	Analysis,
	AnalyzeRequest,
	AnalyzeResponse,
} from "#contract/analysis.ts";
import { Claim, Creator, ReviewClaim } from "#contract/claims.ts";
import { Community } from "#contract/community.ts";
import { HeldTotals, HeldVotes, VoteHold } from "#contract/held-votes.ts";
import {
	Activity,
	ActivityItem,
	ApiKey,
	Me,
	SessionInfo,
} from "#contract/me.ts";
import { Notification } from "#contract/notifications.ts";
import { Problem, RunError } from "#contract/problem.ts";
import { AnalysisResult, RequestedAnalysis } from "#contract/public-api.ts";
import { ReportExport } from "#contract/report-export.ts";
import { CreatorResponse } from "#contract/responses.ts";
import { Health, Readiness, Sample, Stats } from "#contract/site.ts";
import { Rating, Statement } from "#contract/statement.ts";
import {
	Report,
	SearchResult,
	TranscriptAnswer,
	Video,
	VideoPage,
	VideoSummary,
} from "#contract/video.ts";
import { VoteAnswer } from "#contract/votes.ts";
import { WebhookDelivery } from "#contract/webhooks.ts";

/** What the document defines once and refers to by name. */
const NAMED: Record<string, z.ZodType> = {
	AccountExport,
	Activity,
	ActivityItem,
	Analysis,
	AnalysisResult,
	AnalyzeRequest,
	AnalyzeResponse,
	ApiKey,
	Claim,
	Community,
	Creator,
	CreatorResponse,
	Health,
	HeldTotals,
	HeldVotes,
	Me,
	Notification,
	Problem,
	Rating,
	Readiness,
	Report,
	RequestedAnalysis,
	ReportExport,
	ReviewClaim,
	RunError,
	Sample,
	SearchResult,
	SessionInfo,
	Statement,
	Stats,
	TranscriptAnswer,
	User,
	Video,
	VideoPage,
	VideoSummary,
	VoteAnswer,
	VoteHold,
	WebhookDelivery,
};

/** The schemas' names, for the conversion. */
export const namedSchemas = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED))
	namedSchemas.add(schema, { id });
