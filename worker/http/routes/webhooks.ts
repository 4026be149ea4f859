import { Hono } from "hono";
import { PageQuery } from "#contract/page-query.ts";
import type {
	WebhookDeliveries,
	WebhookDeliveryAnswer,
} from "#contract/webhooks.ts";
import { Refusal, tooMany } from "#domain/refusal.ts";
import { deliverWebhooks } from "#use-cases/deliver-webhooks.ts";
import type { AppEnv } from "../app-env.ts";
import { badCursor } from "../bad-cursor.ts";
import { inBackground } from "../in-background.ts";
import { linkNextPage } from "../link-next-page.ts";
import { readQuery } from "../read-query.ts";
import { requireMember } from "../require-member.ts";
import { requireSession } from "../require-session.ts";

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
		inBackground(c)(() => deliverWebhooks(webhooks.deliveries));
		return c.json({ delivery } satisfies WebhookDeliveryAnswer, 202);
	});

function unknownDelivery(): Refusal {
	return new Refusal({
		status: 404,
		code: "delivery_not_found",
		title: "Delivery not found",
		detail: "You have no such delivery.",
	});
}
