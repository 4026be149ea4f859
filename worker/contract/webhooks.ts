import * as z from "zod";
import { Instant, VideoId } from "./ids.ts";
import { AnalysisId } from "./public-api.ts";

export const WebhookEventType = z.enum([
	"analysis.completed",
	"analysis.failed",
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/**
 * What is sent, signed by Standard Webhooks 1.0. It says that there is
 * something to read, and where; the result itself is read with a key.
 */
export const WebhookEvent = z.object({
	type: WebhookEventType,
	/** When it happened, whenever it is sent. */
	timestamp: Instant,
	data: z.object({
		analysis_id: AnalysisId,
		video_id: VideoId,
		status: z.enum(["completed", "failed"]),
		/** Path of the result. */
		result: z.string(),
	}),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Whether there is a secret; never the secret. */
export const WebhookSecretState = z.object({
	/** null without one. */
	created_at: Instant.nullable(),
	/** Until when events are signed with the one before as well. */
	previous_until: Instant.nullable(),
});
export type WebhookSecretState = z.infer<typeof WebhookSecretState>;

/** The secret is told once. */
export const NewWebhookSecret = z.object({
	secret: z.string(),
	created_at: Instant,
	previous_until: Instant.nullable(),
});
export type NewWebhookSecret = z.infer<typeof NewWebhookSecret>;

/** disabled: the receiver answered 410, and is asked no more. */
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
	/** null once it is over. */
	next_attempt_at: Instant.nullable(),
	last_attempt_at: Instant.nullable(),
	/** Of the last attempt; null where there was no answer. */
	response_status: z.int().nullable(),
	/** What went wrong last, as a sentence. */
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
