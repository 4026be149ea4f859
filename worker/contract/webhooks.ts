import * as z from "zod";
import { Dispute } from "./disputes.ts";
import { Basis, Coverage, Finding } from "./evidence.ts";
import { Instant, VideoId } from "./ids.ts";
import { AnalysisId } from "./public-api.ts";

export const WebhookEventType = z.enum([
	"analysis.completed",
	"analysis.failed",
	"evidence.changed",
	"dispute.settled",
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** What became of a dispute. */
export const SettledDispute = Dispute.pick({
	id: true,
	statement_id: true,
	outcome: true,
	before: true,
	after: true,
});
export type SettledDispute = z.infer<typeof SettledDispute>;

/**
 * The body of an event, signed as specified by Standard Webhooks 1.0. It contains the path of the
 * result; the receiver reads the result itself with an API key.
 */
export const WebhookEvent = z.object({
	type: WebhookEventType,
	timestamp: Instant,
	data: z.object({
		analysis_id: AnalysisId,
		video_id: VideoId,
		status: z.enum(["completed", "failed"]),
		result: z.string(),
		basis: Basis.nullable(),
		coverage: Coverage.nullable(),
		finding: Finding.nullable(),
		/** Only of dispute.settled. */
		dispute: SettledDispute.optional(),
	}),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Whether a webhook secret exists; never contains the secret. */
export const WebhookSecretState = z.object({
	created_at: Instant.nullable(),
	previous_until: Instant.nullable(),
});
export type WebhookSecretState = z.infer<typeof WebhookSecretState>;

/** Only this answer contains the secret. */
export const NewWebhookSecret = z.object({
	secret: z.string(),
	created_at: Instant,
	previous_until: Instant.nullable(),
});
export type NewWebhookSecret = z.infer<typeof NewWebhookSecret>;

/** "disabled": the receiver answered 410 and gets no more events. */
export const WebhookStatus = z.enum(["pending", "delivered", "failed", "disabled"]);
export type WebhookStatus = z.infer<typeof WebhookStatus>;

export const WebhookDelivery = z.object({
	id: z.string(),
	analysis_id: AnalysisId,
	video_id: VideoId,
	url: z.string(),
	event: WebhookEventType,
	status: WebhookStatus,
	attempts: z.int().min(0),
	created_at: Instant,
	next_attempt_at: Instant.nullable(),
	last_attempt_at: Instant.nullable(),
	response_status: z.int().nullable(),
	error: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveries = z.object({
	deliveries: z.array(WebhookDelivery),
	next_cursor: z.string().nullable(),
});
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>;

export const WebhookDeliveryAnswer = z.object({ delivery: WebhookDelivery });
export type WebhookDeliveryAnswer = z.infer<typeof WebhookDeliveryAnswer>;
