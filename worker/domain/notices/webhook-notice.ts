import type { WebhookFailed } from "./message.ts";
import type { Notice } from "./notice.ts";

/** Tells a member that an event for their own server was given up. */
export function webhookNotice(failed: WebhookFailed): Notice {
	const { delivery_id, url, status } = failed;
	const host = URL.canParse(url) ? new URL(url).host : "your server";
	return {
		type: "webhook_failed",
		title: "Webhook not delivered",
		message:
			status === "disabled"
				? `${host} answered that it is gone. Nothing more is sent there until you resend an event.`
				: `An event for ${host} was given up. The log in your account says why; you can resend it there.`,
		data: { path: "/account#webhooks", delivery_id },
	};
}
