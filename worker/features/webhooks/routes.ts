import { Hono } from "hono";
import { PageQuery } from "#contract/page-query.ts";
import {
	NewWebhookSecret,
	WebhookDeliveries,
	WebhookDeliveryAnswer,
	WebhookSecretState,
} from "#contract/webhooks.ts";
import type { AppEnv } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import {
	BAD_CURSOR,
	cursorQuery,
	idPath,
	json,
	type Operations,
	retryHeader,
} from "#http/operation.ts";
import { ProblemError, tooMany } from "#http/problems.ts";
import { readQuery } from "#http/query.ts";
import { requireMember, requireSession } from "#identity/require.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";

const PAGE_SIZE = 20;

/** What is sent to a member's own server: the secret it is signed with, and the log. */
export const webhooks = new Hono<AppEnv>()
	.get("/secret", async (c) => {
		const { id } = requireMember(c);
		return c.json(await c.get("deps").webhooks.secret(id));
	})
	// A key that could change the secret would outlive itself.
	.post("/secret", async (c) => {
		const { user } = requireSession(c);
		return c.json(await c.get("deps").webhooks.newSecret(user.id), 201);
	})
	.get("/deliveries", async (c) => {
		const { id } = requireMember(c);
		const { cursor = null } = readQuery(c, PageQuery);
		const page = await c.get("deps").webhooks.list(id, cursor, PAGE_SIZE);
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		return c.json(page satisfies WebhookDeliveries);
	})
	.post("/deliveries/:id/resend", async (c) => {
		const { id: member_id } = requireMember(c);
		const { webhooks } = c.get("deps");
		const granted = await webhooks.resendQuota(member_id);
		if (!granted.ok)
			throw tooMany(
				"You have had many events sent again. Please wait a moment.",
				granted.retry_after_s,
			);
		const delivery = await webhooks.resend(member_id, c.req.param("id"));
		if (!delivery) throw unknownDelivery();
		runInBackground(c)(() => deliverWebhooks(webhooks.deliveries));
		return c.json({ delivery } satisfies WebhookDeliveryAnswer, 202);
	});

function unknownDelivery(): ProblemError {
	return new ProblemError({
		status: 404,
		code: "delivery_not_found",
		title: "Delivery not found",
		detail: "You have no such delivery.",
	});
}

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
