import type { MemberId } from "#contract/ids.ts";
import {
	NewWebhookSecret,
	WebhookDeliveries,
	type WebhookDelivery,
	WebhookDeliveryAnswer,
	WebhookSecretState,
} from "#contract/webhooks.ts";
import { runInBackground } from "#http/background.ts";
import { endpoint } from "#http/endpoint.ts";
import { BAD_CURSOR, badCursor, cursorQuery, idPath, json, linkNextPage } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { type CountedMember, memberQuota } from "#identity/quota.ts";
import { sealSecret } from "#identity/stored-secrets.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { resendWebhook } from "./delivery-queries.ts";
import { newWebhookSecret } from "./post-webhook.ts";
import { listDeliveries, readSecretState, rotateSecret } from "./queries.ts";

const PAGE_SIZE = 20;
/** Long enough to update a receiver's configuration. */
const OVERLAP_MS = DAY_MS;
/** Enough to resend all failed events of a page without flooding a receiver. */
const RESENDS_A_MINUTE = 30;

/** A member's webhook secret and the log of deliveries. */
export const webhookEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/webhooks/secret",
		id: "readWebhookSecret",
		summary: "Whether you have a webhook secret",
		detail: "Never the secret itself: it is shown once, when it is created.",
		access: "member",
		answers: { 200: json("Since when.", WebhookSecretState) },
		handle: ({ db }, { member }) => readSecretState(db.near, member.id),
	}),
	endpoint({
		method: "POST",
		path: "/api/webhooks/secret",
		id: "createWebhookSecret",
		summary: "Create or replace the webhook secret",
		detail:
			"Events are signed by Standard Webhooks 1.0: `webhook-id`, `webhook-timestamp` and `webhook-signature`. The previous secret also signs for one more day.",
		// If a stolen API key could replace the secret, the thief would keep access to events after the
		// key is deleted.
		access: "session",
		answers: { 201: json("The secret, shown once.", NewWebhookSecret) },
		handle: (context, { member }) => createSecret(context, member.id),
	}),
	endpoint({
		method: "GET",
		path: "/api/webhooks/deliveries",
		id: "listWebhookDeliveries",
		summary: "What was sent to your server, with the outcome",
		detail:
			"An event is delivered when your server answers 2xx within 15 seconds. Anything else, redirects included, is tried up to ten times over about three days. `Retry-After` is respected; 410 stops the retries.",
		access: "member",
		query: cursorQuery,
		answers: { 200: json("Newest first.", WebhookDeliveries) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db }, { c, member, query }) => {
			const { cursor = null } = query;
			const page = await listDeliveries(db.near, member.id, { cursor, limit: PAGE_SIZE });
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/webhooks/deliveries/{id}/resend",
		id: "resendWebhook",
		summary: "Resend an event",
		access: "member",
		params: idPath,
		idempotent: true,
		answers: { 202: json("The event is sent again.", WebhookDeliveryAnswer) },
		problems: { 404: "You have no such delivery.", 429: "Too many events were resent." },
		handle: async (context, { c, member, params }) => {
			const delivery = await resend(context, member, params.id);
			runInBackground(c)(() => deliverWebhooks(context));
			return { delivery };
		},
	}),
];

/** Creates a new secret. The previous one also signs for a while. */
async function createSecret(context: Context, member_id: MemberId): Promise<NewWebhookSecret> {
	const { db, now } = context;
	const secret = newWebhookSecret();
	const created = now();
	const created_at = created.toISOString();
	const until = new Date(created.getTime() + OVERLAP_MS).toISOString();
	const { previous_until } = await rotateSecret(db.primary, {
		member_id,
		secret: await sealSecret(context, { member_id, purpose: "webhook" }, secret),
		created_at,
		previous_until: until,
	});
	return { secret, created_at, previous_until };
}

/** Makes the delivery due again. */
async function resend(
	context: Context,
	member: CountedMember,
	id: string,
): Promise<WebhookDelivery> {
	const granted = await memberQuota(
		context,
		"resends",
		member,
		RESENDS_A_MINUTE,
		MINUTE_MS,
	).consume();
	if (!granted.ok) throw problem("too_many_requests/events", granted);
	const delivery = await resendWebhook(
		context.db.primary,
		member.id,
		id,
		context.now().toISOString(),
	);
	if (!delivery) throw problem("delivery_not_found");
	return delivery;
}
