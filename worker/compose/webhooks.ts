import type { MemberId } from "#contract/ids.ts";
import type { NewWebhookSecret } from "#contract/webhooks.ts";
import type { Db } from "#db/client.ts";
import type { Webhooks } from "#features/webhooks/deliver-webhooks.ts";
import {
	claimAttempt,
	dueWebhooks,
	finishAttempt,
	readSigning,
	resendWebhook,
} from "#features/webhooks/delivery-queries.ts";
import {
	newWebhookSecret,
	signWebhook,
	webhookPoster,
} from "#features/webhooks/post-webhook.ts";
import {
	forgetDeliveries,
	listDeliveries,
	readSecretState,
	rotateSecret,
} from "#features/webhooks/queries.ts";
import type { WebhookRules } from "#features/webhooks/webhook-url.ts";
import { hostResolver } from "#outbound/addresses.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import type { Settings } from "#worker/env.ts";
import { log } from "#worker/log.ts";
import type { Base } from "./base.ts";

/** Long enough to change a receiver's configuration. */
const OVERLAP_MS = DAY_MS;
const RESENDS_A_MINUTE = 30;

export function composeWebhooks(base: Base) {
	const { db, now, settings, quota } = base;
	return {
		deliveries: composeWebhookDeliveries(settings, db),
		secret: (member_id: MemberId) => readSecretState(db, member_id),
		async newSecret(member_id: MemberId): Promise<NewWebhookSecret> {
			const secret = newWebhookSecret();
			const created_at = now();
			const until = Date.parse(created_at) + OVERLAP_MS;
			const { previous_until } = await rotateSecret(db, {
				...{ member_id, secret, created_at },
				previous_until: new Date(until).toISOString(),
			});
			return { secret, created_at, previous_until };
		},
		list: (member_id: MemberId, cursor: string | null, limit: number) =>
			listDeliveries(db, member_id, { cursor, limit }),
		resend: (member_id: MemberId, id: string) =>
			resendWebhook(db, member_id, id, now()),
		resendQuota: (member_id: MemberId) =>
			quota(`resends:${member_id}`, RESENDS_A_MINUTE, MINUTE_MS).take(),
		forget: (before: string) => forgetDeliveries(db, before),
	};
}

export function webhookRules(settings: Settings): WebhookRules {
	const { WEBHOOK_TRUSTED_HOSTS, APP_ORIGIN } = settings;
	return {
		trusted_hosts: WEBHOOK_TRUSTED_HOSTS,
		own_hostname: APP_ORIGIN ? new URL(APP_ORIGIN).hostname : null,
	};
}

/** For whoever has only just published a run, and for the sweep. */
export function composeWebhookDeliveries(settings: Settings, db: Db): Webhooks {
	const fetch = createOutboundGate({});
	const iso = (ms: number) => new Date(ms).toISOString();
	return {
		rules: webhookRules(settings),
		due: (limit) => dueWebhooks(db, { now: iso(Date.now()), limit }),
		take: (webhook, lost_after_ms) =>
			claimAttempt(db, webhook, {
				now: iso(Date.now()),
				lost_at: iso(Date.now() + lost_after_ms),
			}),
		signing: (member_id, url) =>
			readSigning(db, member_id, { url, now: iso(Date.now()) }),
		resolve: hostResolver(fetch, settings.WEBHOOK_RESOLVER_URL),
		sign: signWebhook,
		post: webhookPoster(fetch),
		end: (webhook, attempt) =>
			finishAttempt(db, webhook, attempt, iso(Date.now())),
		now: Date.now,
		random: Math.random,
		log,
	};
}
