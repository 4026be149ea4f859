import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

export function newWebhookSecret(): string {
	return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/**
 * The value of the webhook-signature header (Standard Webhooks 1.0): one
 * signature for each secret, so that a receiver may change its own in peace.
 * `timestamp_s` is in seconds.
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
