import * as z from "zod";
import { Basis, Coverage } from "./evidence.ts";
import { Instant, VideoId } from "./ids.ts";
import { AnalysisId } from "./public-api.ts";

export const WebhookEventType = z.enum([
	"analysis.completed",
	"analysis.failed",
	"evidence.changed",
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/**
 * The body of an event, signed as specified by Standard Webhooks 1.0. It contains the path of the
 * result; the receiver reads the result itself with an API key.
 */
export const WebhookEvent = z.object({
	type: WebhookEventType,
	/** When the event happened, which may be long before its delivery. */
	timestamp: Instant,
	data: z.object({
		analysis_id: AnalysisId,
		video_id: VideoId,
		status: z.enum(["completed", "failed"]),
		/** Path of the result. */
		result: z.string(),
		/** What the result's score is based on when the event is sent; null if there is no result. */
		basis: Basis.nullable(),
		/** How many of the statements that sources can settle have a verdict. */
		coverage: Coverage.nullable(),
	}),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** Whether a webhook secret exists; never contains the secret. */
export const WebhookSecretState = z.object({
	/** null if there is no secret. */
	created_at: Instant.nullable(),
	/** Until this instant the previous secret signs as well. */
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
	/** The webhook-id header, the same for every attempt. */
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
	/** The status of the last attempt; null if there was no answer. */
	response_status: z.int().nullable(),
	/** Why the last failed attempt failed, as a sentence. */
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
