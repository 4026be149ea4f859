import {
	NewWebhookSecret,
	WebhookDeliveries,
	WebhookDeliveryAnswer,
	WebhookSecretState,
} from "#contract/webhooks.ts";
import { json, type Operations } from "../operation.ts";
import { BAD_CURSOR, cursorQuery, idPath, retryHeader } from "./fields.ts";

/** What is sent to a member's own server. */
export const webhookOperations: Operations = {
	"GET /api/webhooks/secret": {
		id: "readWebhookSecret",
		summary: "Whether you have a webhook secret",
		detail: "Never the secret itself: that is told once, when it is made.",
		access: "member",
		answers: { 200: json("Since when.", WebhookSecretState) },
	},
	"POST /api/webhooks/secret": {
		id: "createWebhookSecret",
		summary: "A new webhook secret",
		detail:
			"Events are signed by Standard Webhooks 1.0: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The secret before signs as well for a day.",
		access: "session",
		answers: { 201: json("The secret, told once.", NewWebhookSecret) },
	},
	"GET /api/webhooks/deliveries": {
		id: "listWebhookDeliveries",
		summary: "What was sent to your server, and how that went",
		detail:
			"An event counts as taken with a 2xx answer within 15 seconds; anything else, a redirect too, is tried again up to ten times in three days. `Retry-After` is heeded; 410 ends it.",
		access: "member",
		query: cursorQuery,
		answers: { 200: json("Newest first.", WebhookDeliveries) },
		problems: { 400: BAD_CURSOR },
	},
	"POST /api/webhooks/deliveries/{id}/resend": {
		id: "resendWebhook",
		summary: "Send an event once more",
		access: "member",
		path: idPath,
		headers: retryHeader,
		answers: { 202: json("It is on its way.", WebhookDeliveryAnswer) },
		problems: {
			404: "You have no such delivery.",
			429: "Too many events were sent again.",
		},
	},
};
