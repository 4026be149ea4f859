import type { MemberId } from "#contract/ids.ts";
import type { WebhookEvent } from "#contract/webhooks.ts";
import { openSecret } from "#identity/stored-secrets.ts";
import { hostResolver, isPublicAddress } from "#outbound/addresses.ts";
import type { Context } from "#worker/context.ts";
import {
	claimAttempt,
	type DueWebhook,
	dueWebhooks,
	finishAttempt,
	readSigning,
	type WebhookAttempt,
} from "./delivery-queries.ts";
import { postWebhook, signWebhook } from "./post-webhook.ts";
import { checkWebhookUrl, webhookRules } from "./webhook-url.ts";

/**
 * The number of events that one sweep sends, and how many of them in parallel. The next sweep
 * sends the rest.
 */
const SWEEP_LIMIT = 50;
const AT_ONCE = 5;
/** Longer than DNS, connection and response can take together. */
const LOST_AFTER_MS = 60_000;

/** Sends the due events. Safe to run repeatedly and concurrently: each attempt is made once. */
export async function deliverWebhooks(context: Context): Promise<void> {
	const due = await dueWebhooks(context.db.primary, {
		now: context.now().toISOString(),
		limit: SWEEP_LIMIT,
	});
	const worker = async () => {
		for (let next = due.shift(); next; next = due.shift()) await attempt(context, next);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function attempt(context: Context, webhook: DueWebhook): Promise<void> {
	const { db, now, random, log } = context;
	try {
		// An attempt that ended the process has no outcome, but counts all the same.
		if (webhook.attempts >= MAX_ATTEMPTS) {
			const lost = end("failed", "The last attempt was interrupted.");
			await finishAttempt(db.primary, webhook, lost, now().toISOString());
			return;
		}
		const lost_ms = now().getTime() + lostAttemptIn(webhook.attempts + 1, random());
		const claimed = await claimAttempt(db.primary, webhook, {
			now: now().toISOString(),
			lost_at: new Date(lost_ms).toISOString(),
		});
		if (!claimed) return;
		const ended = await send(context, webhook);
		await finishAttempt(db.primary, webhook, ended, now().toISOString());
	} catch (error) {
		// The event becomes due again when the attempt counts as lost.
		const fields = { id: webhook.id, error: String(error) };
		log.warn("webhook not attempted", fields);
	}
}

async function send(context: Context, webhook: DueWebhook): Promise<WebhookAttempt> {
	const { db, now, outbound } = context;
	const { id, member_id, url } = webhook;
	const { secrets, stopped } = await readSigning(db.primary, member_id, {
		url,
		now: now().toISOString(),
	});
	if (stopped) return end("disabled", "The receiver said that it is gone.");
	if (!secrets.length) return end("failed", "There is no secret to sign with.");
	const keys = await openAll(context, member_id, secrets);
	if (!keys)
		return retry(context, webhook, {
			error: "The secret to sign with cannot be read at the moment.",
		});
	const target = await resolveTarget(context, url);
	if (!target.ok) return retry(context, webhook, { error: target.reason });
	const body = JSON.stringify(eventOf(webhook));
	const timestamp_s = Math.floor(now().getTime() / 1_000);
	const signature = signWebhook(keys, id, timestamp_s, body);
	const sent = await postWebhook(outbound, {
		url,
		id,
		timestamp_s,
		signature,
		body,
		addresses: target.addresses,
	});
	if (sent.status === null) return retry(context, webhook, sent);
	const { status, retry_after_ms } = sent;
	if (status >= 200 && status < 300) return end("delivered", null, status);
	const error = `The receiver answered ${status}.`;
	return status === 410
		? end("disabled", error, status)
		: retry(context, webhook, { error, status, retry_after_ms });
}

/** Decrypts the secrets; null if a secret's key is not in the settings. */
async function openAll(
	context: Context,
	member_id: MemberId,
	stored: string[],
): Promise<string[] | null> {
	try {
		const owner = { member_id, purpose: "webhook" } as const;
		return await Promise.all(stored.map((secret) => openSecret(context, owner, secret)));
	} catch (error) {
		context.log.warn("webhook secret not readable", { error: String(error) });
		return null;
	}
}

/** `addresses`: those of the host, all public; none for a trusted host. */
type ResolvedTarget = { ok: true; addresses: string[] } | { ok: false; reason: string };

/**
 * The addresses to which the event may be sent now, or why it may not. Checked before each
 * attempt, because a name can resolve differently each time.
 */
async function resolveTarget(
	{ settings, outbound, log }: Context,
	url: string,
): Promise<ResolvedTarget> {
	const target = checkWebhookUrl(url, webhookRules(settings));
	if (!target.ok) return target;
	if (target.trusted) return { ok: true, addresses: [] };
	const resolve = hostResolver(outbound, settings.WEBHOOK_RESOLVER_URL);
	try {
		const addresses = await resolve(target.hostname);
		if (!addresses.length) return blocked("Its host is unknown.");
		return addresses.every(isPublicAddress)
			? { ok: true, addresses }
			: blocked("Its host leads to an address that is not public.");
	} catch (error) {
		log.warn("webhook host not resolved", { error: String(error) });
		return blocked("Its host could not be looked up.");
	}
}

function blocked(reason: string): ResolvedTarget {
	return { ok: false, reason };
}

function eventOf(webhook: DueWebhook): WebhookEvent {
	const { event, created_at, analysis_id, video_id, result, dispute } = webhook;
	return {
		type: event,
		timestamp: created_at,
		data: {
			analysis_id,
			video_id,
			status: event === "analysis.failed" ? "failed" : "completed",
			result: `/api/v1/analyses/${analysis_id}`,
			basis: result?.basis ?? null,
			coverage: result?.coverage ?? null,
			finding: result?.finding ?? null,
			...(dispute && { dispute }),
		},
	};
}

function end(
	status: WebhookAttempt["status"],
	error: string | null,
	response_status: number | null = null,
): WebhookAttempt {
	return { status, next_attempt_at: null, response_status, error };
}

function retry(
	{ now, random }: Context,
	webhook: DueWebhook,
	failed: { error: string; status?: number | null; retry_after_ms?: number | null },
): WebhookAttempt {
	const made = webhook.attempts + 1;
	const wait = nextAttemptIn(made, random(), failed.retry_after_ms ?? null);
	const ended = end("failed", failed.error, failed.status ?? null);
	if (wait === null) return ended;
	const next_attempt_at = new Date(now().getTime() + wait).toISOString();
	return { ...ended, status: "pending", next_attempt_at };
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The pauses before the second and later attempts: the schedule of Standard Webhooks, three days
 * in total.
 */
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
/**
 * A random extra pause of up to this share, so that events which failed together are not retried
 * together.
 */
const JITTER = 0.1;
/** The longest pause that a receiver may request. */
const MAX_WAIT_MS = 24 * HOUR_MS;

/**
 * The pause in milliseconds if the last of `attempts` has no outcome: an event that ends the process
 * is not sent more often than one that fails.
 */
export function lostAttemptIn(attempts: number, random: number): number {
	return Math.max(LOST_AFTER_MS, nextAttemptIn(attempts, random, null) ?? 0);
}

/**
 * The pause in milliseconds after `attempts` failed attempts; null after the last. `random` is in
 * [0, 1). `asked_ms` is the receiver's Retry-After.
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
