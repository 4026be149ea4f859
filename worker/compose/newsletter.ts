import {
	confirmSubscription,
	listSubscribers,
	subscribe,
	unsubscribe,
} from "#features/newsletter/queries.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import type { Newsletter } from "#use-cases/newsletter.ts";
import { accountQuotas } from "./account-quotas.ts";
import type { Base } from "./base.ts";
import { smtpMailer } from "./mail.ts";

export function composeNewsletter(base: Base) {
	const { db, now, settings } = base;
	return {
		quota: accountQuotas(base),
		mailer: smtpMailer(settings),
		async subscribe(email) {
			const token = newToken();
			const token_hash = hashToken(token);
			const written = await subscribe(db, { email, token_hash, now: now() });
			return written ? token : null;
		},
		confirm: (token) => confirmSubscription(db, hashToken(token), now()),
		leave: (token) => unsubscribe(db, hashToken(token), now()),
		subscribers: () => listSubscribers(db),
	} satisfies Newsletter & Record<string, unknown>;
}
