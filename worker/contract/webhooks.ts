import * as z from "zod";
import { Basis, Coverage } from "./evidence.ts";
import { Instant, VideoId } from "./ids.ts";
import { AnalysisId } from "./public-api.ts";

export const WebhookEventType = z.enum([
	"analysis.completed",
	"analysis.failed",
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/**
 * The body of an event, signed by Standard Webhooks 1.0. It says where the result is; the
 * result itself is read with a key.
 */
export const WebhookEvent = z.object({
	type: WebhookEventType,
	/** When it happened, whatever the time of the delivery. */
	timestamp: Instant,
	data: z.object({
		analysis_id: AnalysisId,
		video_id: VideoId,
		status: z.enum(["completed", "failed"]),
		/** Path of the result. */
		result: z.string(),
		/** What the result's score rests on when the event is sent; null if there is no result. */
		basis: Basis.nullable(),
		/** Of the statements that sources can settle, those that have a verdict. */
		coverage: Coverage.nullable(),
	}),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Whether there is a secret; never the secret. */
export const WebhookSecretState = z.object({
	/** null without one. */
	created_at: Instant.nullable(),
	/** Until when the previous secret signs as well. */
	previous_until: Instant.nullable(),
});
export type WebhookSecretState = z.infer<typeof WebhookSecretState>;

/** The secret is in this answer only. */
export const NewWebhookSecret = z.object({
	secret: z.string(),
	created_at: Instant,
	previous_until: Instant.nullable(),
});
export type NewWebhookSecret = z.infer<typeof NewWebhookSecret>;

/** disabled: the receiver answered 410 and gets no more events. */
export const WebhookStatus = z.enum([
	"pending",
	"delivered",
	"failed",
	"disabled",
]);
export type WebhookStatus = z.infer<typeof WebhookStatus>;

export const WebhookDelivery = z.object({
	/** The webhook-id header of every attempt. */
	id: z.string(),
	analysis_id: AnalysisId,
	video_id: VideoId,
	url: z.string(),
	event: WebhookEventType,
	status: WebhookStatus,
	attempts: z.int().min(0),
	created_at: Instant,
	/** null after the last attempt. */
	next_attempt_at: Instant.nullable(),
	last_attempt_at: Instant.nullable(),
	/** Of the last attempt; null if there was no answer. */
	response_status: z.int().nullable(),
	/** The last failure, as a sentence. */
	error: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveries = z.object({
	/** Newest first. */
	deliveries: z.array(WebhookDelivery),
	next_cursor: z.string().nullable(),
});
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>;

export const WebhookDeliveryAnswer = z.object({ delivery: WebhookDelivery });
export type WebhookDeliveryAnswer = z.infer<typeof WebhookDeliveryAnswer>;
