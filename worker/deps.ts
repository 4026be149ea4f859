import { composeVisitors } from "#identity/authenticate.ts";
import { composeAccounts } from "#worker/compose/accounts.ts";
import { composeActivity } from "#worker/compose/activity.ts";
import { composeAnalyses } from "#worker/compose/analyses.ts";
import { composeBase } from "#worker/compose/base.ts";
import { composeClaims } from "#worker/compose/claims.ts";
import { composeCommunity } from "#worker/compose/community.ts";
import { composeGoogle } from "#worker/compose/google.ts";
import { composeIdempotency } from "#worker/compose/idempotency.ts";
import { composeKeys } from "#worker/compose/keys.ts";
import { composeMe } from "#worker/compose/me.ts";
import { composeNewsletter } from "#worker/compose/newsletter.ts";
import { composeNotifications } from "#worker/compose/notifications.ts";
import { composeRequestedAnalyses } from "#worker/compose/requested-analyses.ts";
import { composeResponses } from "#worker/compose/responses.ts";
import { composeSpending } from "#worker/compose/spending.ts";
import { composeVotes } from "#worker/compose/votes.ts";
import { composeWebhooks } from "#worker/compose/webhooks.ts";
import type { Bindings } from "./bindings.ts";
import type { Context } from "./context.ts";

/** Everything a request works with, by subject, bound to this environment. */
export type Deps = ReturnType<typeof createDeps>;

export function createDeps(env: Bindings, context: Context) {
	const base = composeBase(env, context);
	return {
		log: base.log,
		visitors: composeVisitors(base),
		accounts: composeAccounts(base),
		google: composeGoogle(base),
		me: composeMe(base),
		keys: composeKeys(base),
		newsletter: composeNewsletter(base),
		analyses: composeAnalyses(base),
		idempotency: composeIdempotency(base),
		webhooks: composeWebhooks(base),
		requestedAnalyses: composeRequestedAnalyses(base),
		votes: composeVotes(base),
		claims: composeClaims(base),
		responses: composeResponses(base),
		spending: composeSpending(base),
		activity: composeActivity(base),
		community: composeCommunity(base),
		notifications: composeNotifications(base),
	};
}
