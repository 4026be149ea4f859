import { createHash } from "node:crypto";
import type { User } from "#contract/account.ts";
import type { Provider } from "#contract/ids.ts";
import { PROVIDER_NAMES, PROVIDERS } from "#contract/providers.ts";
import type { AnalysisOptions, RequestAnalysis, RequestedAnalysis } from "#contract/public-api.ts";
import { countOpenWebhooks, readSecretState } from "#features/webhooks/queries.ts";
import { checkWebhookUrl, webhookRules } from "#features/webhooks/webhook-url.ts";
import { problem } from "#http/problems.ts";
import { memberQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import type { Asker } from "./analysis-limits.ts";
import { describeRequest } from "./describe-request.ts";
import { storeRequest } from "./request-queries.ts";
import { type StartedAnalysis, startAnalysis } from "./start-analysis.ts";

/** Far more than a program needs. Every request may store a row. */
const REQUESTS_A_MINUTE = 120;

/** The limit for requests that ask for a webhook event. */
export const WEBHOOKS_A_MINUTE = 30;
/**
 * Enough for a receiver that was down for a day to get the events it missed, without flooding it.
 */
export const MAX_OPEN_WEBHOOKS = 100;
/** Failed deliveries are retried after minutes. */
const ASK_AGAIN_S = 300;

/**
 * Starts or joins an analysis for a program, or finds an existing result. Repeating the same
 * request for the same run or result returns the same id.
 */
export async function requestAnalysis(
	context: Context,
	{ user, url, options = {}, ...asker }: RequestAnalysis & Asker & { user: User },
): Promise<RequestedAnalysis> {
	const { providers, db, now } = context;
	const models = readModels(options, providers.panel);
	const webhook_url = await readWebhookUrl(context, user, options);
	const granted = await memberQuota(
		context,
		"requests",
		user,
		REQUESTS_A_MINUTE,
		MINUTE_MS,
	).consume();
	if (!granted.ok) throw problem("too_many_requests/requests", granted);
	if (webhook_url !== null) await requireWebhookRoom(context, user);
	const started = await startAnalysis(context, { url, user, ...asker });
	const include_sources = options.include_sources ?? true;
	const request = await storeRequest(db.primary, {
		id: analysisId(user.id, nameSubject(started), models, include_sources, webhook_url),
		member_id: user.id,
		video_id: started.video_id,
		models,
		include_sources,
		webhook_url,
		error: null,
		created_at: now().toISOString(),
		status: started.status,
		...(started.status === "analyzing"
			? { run_id: started.run_id, settled_at: null }
			: { run_id: null, settled_at: started.result.updated_at }),
	});
	return describeRequest(context, request, null);
}

/** Normalizes the address, so that every receiver has one spelling. */
async function readWebhookUrl(
	{ settings, db }: Context,
	user: User,
	{ webhook_url }: AnalysisOptions,
): Promise<string | null> {
	if (webhook_url === undefined) return null;
	const target = checkWebhookUrl(webhook_url, webhookRules(settings));
	if (!target.ok)
		throw problem("invalid_webhook_url", {
			values: { reason: target.reason },
			errors: [{ pointer: "/options/webhook_url", detail: target.reason }],
		});
	const secret = await readSecretState(db.primary, user.id);
	if (secret.created_at === null) throw problem("no_webhook_secret");
	return target.url;
}

/**
 * All members share the delivery queue, so one member may not queue more events than a receiver
 * can take.
 */
async function requireWebhookRoom(context: Context, user: User): Promise<void> {
	const granted = await memberQuota(
		context,
		"webhooks",
		user,
		WEBHOOKS_A_MINUTE,
		MINUTE_MS,
	).consume();
	if (!granted.ok) throw problem("too_many_requests/webhooks", granted);
	const open = await countOpenWebhooks(context.db.primary, user.id);
	if (open >= MAX_OPEN_WEBHOOKS)
		throw problem("too_many_requests/open_webhooks", { retry_after_s: ASK_AGAIN_S });
}

/** Identifies the run, or this version of the result. */
function nameSubject(started: StartedAnalysis): unknown {
	return started.status === "analyzing"
		? { run: started.run_id }
		: { video: started.video_id, version: started.result.version };
}

/** Returns each provider once, in the panel's order; null if all are requested. */
function readModels({ models }: AnalysisOptions, panel: readonly Provider[]): Provider[] | null {
	if (!models) return null;
	const absent = models.find((model) => !panel.includes(model));
	if (absent)
		throw problem("model_not_on_panel", {
			values: { model: PROVIDER_NAMES[absent], panel: panel.join(", ") },
			errors: [
				{
					pointer: `/options/models/${models.indexOf(absent)}`,
					detail: "Not on this site's panel.",
				},
			],
		});
	return PROVIDERS.filter((provider) => models.includes(provider));
}

/** The same length as the site's other ids. */
const ID_CHARS = 20;

/**
 * A deterministic id: the same parts give the same id. An id is not a secret, because only its
 * owner may read the analysis.
 */
function analysisId(...parts: unknown[]): string {
	return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, ID_CHARS);
}
