import { SAMPLES } from "#adapters/samples/samples.ts";
import type { Sample } from "#contract/site.ts";
import { isOwnOrigin } from "#domain/own-origin.ts";
import { isSecureRequest, siteOrigin } from "#domain/site-address.ts";
import type { Bindings } from "./bindings.ts";
import { composeAccounts } from "./compose/accounts.ts";
import { composeActivity } from "./compose/activity.ts";
import { composeAnalyses } from "./compose/analyses.ts";
import { composeBase } from "./compose/base.ts";
import { composeCards } from "./compose/cards.ts";
import { composeClaims } from "./compose/claims.ts";
import { composeCommunity } from "./compose/community.ts";
import { composeGoogle } from "./compose/google.ts";
import { composeIdempotency } from "./compose/idempotency.ts";
import {
	type JudgedEnvironment,
	judgeEnvironment,
} from "./compose/judged-environment.ts";
import { composeKeys } from "./compose/keys.ts";
import { composeLookups } from "./compose/lookups.ts";
import { composeMe } from "./compose/me.ts";
import { composeNewsletter } from "./compose/newsletter.ts";
import { composeNotifications } from "./compose/notifications.ts";
import { composeOperations } from "./compose/operations.ts";
import { composePictures } from "./compose/pictures.ts";
import { composeRequestedAnalyses } from "./compose/requested-analyses.ts";
import { composeResponses } from "./compose/responses.ts";
import { composeSpending } from "./compose/spending.ts";
import { composeUpkeep } from "./compose/upkeep.ts";
import { composeVideos } from "./compose/videos.ts";
import { composeVisitors } from "./compose/visitors.ts";
import { composeVotes } from "./compose/votes.ts";
import { composeWebhooks } from "./compose/webhooks.ts";
import type { ParsedEnv } from "./env.ts";

/** Everything a request works with, by subject, bound to this environment. */
export type Deps = ReturnType<typeof composeDeps>;
export type CreateDeps = (
	env: Bindings,
) =>
	| { ok: true; deps: Deps }
	| { ok: false; errors: (ParsedEnv & { ok: false })["errors"] };

export const createDeps: CreateDeps = (env) => {
	const judged = judgeEnvironment(env);
	return judged.ok
		? { ok: true, deps: composeDeps(env, judged) }
		: { ok: false, errors: judged.errors };
};

function composeDeps(
	env: Bindings,
	{ settings, providers }: JudgedEnvironment & { ok: true },
) {
	const base = composeBase(env, settings, providers);
	const { mode, panel } = base.providers;
	return {
		site: {
			mode,
			panel,
			contact_email: settings.CONTACT_EMAIL ?? null,
			samples: mode === "demo" ? SAMPLES.map(sampleOf) : [],
			isOwnOrigin: (origin: string, request_url: string) =>
				isOwnOrigin(origin, request_url, settings.APP_ORIGIN),
			originOf: (request_url: string) =>
				siteOrigin(request_url, settings.APP_ORIGIN),
			isSecure: (request_url: string) =>
				isSecureRequest(request_url, settings.APP_ORIGIN),
		},
		counted: base.counted,
		log: base.log,
		visitors: composeVisitors(base),
		accounts: composeAccounts(base),
		google: composeGoogle(base),
		me: composeMe(base),
		keys: composeKeys(base),
		newsletter: composeNewsletter(base),
		analyses: composeAnalyses(base),
		idempotency: composeIdempotency(base),
		lookups: composeLookups(base),
		webhooks: composeWebhooks(base),
		requestedAnalyses: composeRequestedAnalyses(base),
		videos: composeVideos(base),
		cards: composeCards(base),
		pictures: composePictures(base),
		votes: composeVotes(base),
		claims: composeClaims(base),
		responses: composeResponses(base),
		spending: composeSpending(base),
		activity: composeActivity(base),
		community: composeCommunity(base),
		notifications: composeNotifications(base),
		operations: composeOperations(base),
		upkeep: composeUpkeep(base),
	};
}

function sampleOf({ id, url, title, duration }: Sample): Sample {
	return { id, url, title, duration };
}
