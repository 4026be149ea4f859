import type { MemberId } from "#contract/ids.ts";
import type { WebhookEvent } from "#contract/webhooks.ts";
import { isPublicAddress } from "#outbound/addresses.ts";
import type { DueWebhook, WebhookAttempt } from "./delivery-queries.ts";
import type { PostOutcome, WebhookPost } from "./post-webhook.ts";
import { checkWebhookUrl, type WebhookRules } from "./webhook-url.ts";

/** As many as one sweep sends, and of them at once; the next one takes the rest. */
const SWEEP_LIMIT = 50;
const AT_ONCE = 5;
/** Longer than name, connection and answer may take together. */
const LOST_AFTER_MS = 60_000;

/** What sending webhooks needs from outside. */
export type Webhooks = {
	rules: WebhookRules;
	due(limit: number): Promise<DueWebhook[]>;
	take(webhook: DueWebhook, lost_after_ms: number): Promise<boolean>;
	signing(
		member_id: MemberId,
		url: string,
	): Promise<{ secrets: string[]; stopped: boolean }>;
	/** All addresses of the name; throws where no resolver answers. */
	resolve(hostname: string): Promise<string[]>;
	sign(
		secrets: readonly string[],
		id: string,
		timestamp_s: number,
		body: string,
	): string;
	post(post: WebhookPost): Promise<PostOutcome>;
	end(webhook: DueWebhook, attempt: WebhookAttempt): Promise<void>;
	now(): number;
	random(): number;
	log(message: string, fields: Record<string, unknown>): void;
};

/** Sends what is due. May run twice and by several at once: each attempt is made once. */
export async function deliverWebhooks(webhooks: Webhooks): Promise<void> {
	const due = await webhooks.due(SWEEP_LIMIT);
	const worker = async () => {
		for (let next = due.shift(); next; next = due.shift())
			await attempt(webhooks, next);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function attempt(webhooks: Webhooks, webhook: DueWebhook): Promise<void> {
	try {
		if (!(await webhooks.take(webhook, LOST_AFTER_MS))) return;
		await webhooks.end(webhook, await send(webhooks, webhook));
	} catch (error) {
		// It is due again once the attempt counts as lost.
		const fields = { id: webhook.id, error: String(error) };
		webhooks.log("webhook not attempted", fields);
	}
}

async function send(
	webhooks: Webhooks,
	webhook: DueWebhook,
): Promise<WebhookAttempt> {
	const { id, member_id, url } = webhook;
	const { secrets, stopped } = await webhooks.signing(member_id, url);
	if (stopped) return over("disabled", "The receiver said that it is gone.");
	if (!secrets.length)
		return over("failed", "There is no secret to sign with.");
	const closed = await closedAddress(webhooks, url);
	if (closed !== null) return later(webhooks, webhook, { error: closed });
	const body = JSON.stringify(eventOf(webhook));
	const timestamp_s = Math.floor(webhooks.now() / 1_000);
	const signature = webhooks.sign(secrets, id, timestamp_s, body);
	const sent = await webhooks.post({ url, id, timestamp_s, signature, body });
	if (sent.status === null) return later(webhooks, webhook, sent);
	const { status, retry_after_ms } = sent;
	if (status >= 200 && status < 300) return over("delivered", null, status);
	const error = `The receiver answered ${status}.`;
	return status === 410
		? over("disabled", error, status)
		: later(webhooks, webhook, { error, status, retry_after_ms });
}

/** Why nothing is sent there now; null where it may be. A name can lead elsewhere every time. */
async function closedAddress(
	{ rules, resolve, log }: Webhooks,
	url: string,
): Promise<string | null> {
	const target = checkWebhookUrl(url, rules);
	if (!target.ok) return target.reason;
	if (target.trusted) return null;
	try {
		const addresses = await resolve(target.hostname);
		if (!addresses.length) return "Its host is unknown.";
		return addresses.every(isPublicAddress)
			? null
			: "Its host leads to an address that is not public.";
	} catch (error) {
		log("webhook host not resolved", { error: String(error) });
		return "Its host could not be looked up.";
	}
}

function eventOf(webhook: DueWebhook): WebhookEvent {
	const { event, created_at, analysis_id, video_id } = webhook;
	return {
		type: event,
		timestamp: created_at,
		data: {
			analysis_id,
			video_id,
			status: event === "analysis.completed" ? "completed" : "failed",
			result: `/api/v1/analyses/${analysis_id}`,
		},
	};
}

function over(
	status: WebhookAttempt["status"],
	error: string | null,
	response_status: number | null = null,
): WebhookAttempt {
	return { status, next_attempt_at: null, response_status, error };
}

function later(
	{ now, random }: Webhooks,
	webhook: DueWebhook,
	failed: {
		error: string;
		status?: number | null;
		retry_after_ms?: number | null;
	},
): WebhookAttempt {
	const made = webhook.attempts + 1;
	const wait = nextAttemptIn(made, random(), failed.retry_after_ms ?? null);
	const ended = over("failed", failed.error, failed.status ?? null);
	if (wait === null) return ended;
	const next_attempt_at = new Date(now() + wait).toISOString();
	return { ...ended, status: "pending", next_attempt_at };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses before the second attempt, the third and so on: Standard Webhooks' schedule, three days in all. */
const PAUSES_MS = [
	5 * SECOND_MS,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	2 * HOUR_MS,
	5 * HOUR_MS,
	10 * HOUR_MS,
	14 * HOUR_MS,
	20 * HOUR_MS,
	24 * HOUR_MS,
];
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;
/** Up to this share is added, so that what failed together does not come back together. */
const JITTER = 0.1;
/** A receiver may ask to wait, but not for ever. */
const MAX_WAIT_MS = 24 * HOUR_MS;

/**
 * How long to wait after `attempts` failed ones, in milliseconds; null after the
 * last. `random` is in [0, 1); `asked_ms` is what the receiver's Retry-After asks.
 */
export function nextAttemptIn(
	attempts: number,
	random: number,
	asked_ms: number | null,
): number | null {
	const pause = PAUSES_MS[attempts - 1];
	if (pause === undefined) return null;
	const jittered = pause * (1 + JITTER * random);
	return Math.round(Math.max(jittered, Math.min(asked_ms ?? 0, MAX_WAIT_MS)));
}
