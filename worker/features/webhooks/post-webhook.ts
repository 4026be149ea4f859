import { createHmac, randomBytes } from "node:crypto";
import { OutboundError, type OutboundFetch } from "#outbound/outbound.ts";
import { retryAfterMs } from "#outbound/retry-after.ts";

/** A receiver should store the event, answer, and process it later. */
const BOUNDS = { timeout_ms: 15_000, max_bytes: 64 * 1_024 };
const USER_AGENT = "BS-Detector-Webhooks/1.0";

/** `error` is a sentence that is safe to show, set if there was no response. */
export type PostOutcome =
	| { status: number; retry_after_ms: number | null }
	| { status: null; error: string };

export type WebhookPost = {
	url: string;
	id: string;
	/** Seconds. */
	timestamp_s: number;
	signature: string;
	body: string;
	/** The checked addresses of the receiver. */
	addresses: readonly string[];
};

/** Sends one signed event. Redirects are not followed, and the response's body is discarded. */
export async function postWebhook(
	outbound: OutboundFetch,
	post: WebhookPost,
): Promise<PostOutcome> {
	try {
		const response = await outbound(
			post.url,
			{
				method: "POST",
				headers: {
					"content-type": "application/json",
					"user-agent": USER_AGENT,
					"webhook-id": post.id,
					"webhook-timestamp": String(post.timestamp_s),
					"webhook-signature": post.signature,
				},
				body: post.body,
			},
			{ ...BOUNDS, addresses: post.addresses },
		);
		// Not awaited, because the status is sufficient and the body may never end.
		void response.body?.cancel().catch(() => undefined);
		const { status, headers } = response;
		return { status, retry_after_ms: retryAfterMs(headers, Date.now()) };
	} catch (error) {
		if (error instanceof OutboundError) return { status: null, error: error.message };
		throw error;
	}
}

const PREFIX = "whsec_";
/** Standard Webhooks recommends 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function newWebhookSecret(): string {
	return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/**
 * The webhook-signature header (Standard Webhooks 1.0): one signature per secret, so that a
 * receiver can rotate its secret without a gap.
 */
export function signWebhook(
	secrets: readonly string[],
	id: string,
	timestamp_s: number,
	body: string,
): string {
	return secrets
		.map((secret) => {
			const key = Buffer.from(secret.slice(PREFIX.length), "base64");
			const mac = createHmac("sha256", key);
			return `v1,${mac.update(`${id}.${timestamp_s}.${body}`).digest("base64")}`;
		})
		.join(" ");
}
