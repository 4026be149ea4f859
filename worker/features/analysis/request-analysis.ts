import { createHash } from "node:crypto";
import type { User } from "#contract/account.ts";
import { PROVIDER_NAMES, PROVIDERS, type Provider } from "#contract/ids.ts";
import type {
	AnalysisOptions,
	RequestAnalysis,
	RequestedAnalysis,
} from "#contract/public-api.ts";
import { checkWebhookUrl } from "#features/webhooks/webhook-url.ts";
import { badInput, ProblemError, tooMany } from "#http/problems.ts";
import {
	type RequestedAnalyses,
	toldOf,
} from "#use-cases/requested-analyses.ts";
import { type StartedAnalysis, startAnalysis } from "./start-analysis.ts";

const CANNOT_SEND = "Events cannot be sent to this webhook_url.";

/**
 * Starts or joins an analysis for a program, or finds the result that stands.
 * The same wish for the same run or result gets the same id.
 */
export async function requestAnalysis(
	requests: RequestedAnalyses,
	{
		user,
		address,
		url,
		options = {},
	}: RequestAnalysis & { user: User; address: string },
): Promise<RequestedAnalysis> {
	const models = wantedModels(options, requests.panel);
	const webhook_url = await wantedWebhook(requests, user, options);
	const granted = await requests.quota(user.id);
	if (!granted.ok)
		throw tooMany(
			"You have asked for many analyses within a minute. Please slow down.",
			granted.retry_after_s,
		);
	const started = await startAnalysis(requests.starts, {
		url,
		user,
		address,
	});
	const include_sources = options.include_sources ?? true;
	const request = await requests.keep({
		id: requests.idOf(
			user.id,
			subjectOf(started),
			models,
			include_sources,
			webhook_url,
		),
		member_id: user.id,
		video_id: started.video_id,
		models,
		include_sources,
		webhook_url,
		error: null,
		created_at: requests.now(),
		status: started.status,
		...(started.status === "analyzing"
			? { run_id: started.run_id, settled_at: null }
			: { run_id: null, settled_at: started.video.updated_at }),
	});
	return toldOf(requests, request, null);
}

/** The address as it is parsed, so that one address is one receiver. */
async function wantedWebhook(
	requests: RequestedAnalyses,
	user: User,
	{ webhook_url }: AnalysisOptions,
): Promise<string | null> {
	if (webhook_url === undefined) return null;
	const target = checkWebhookUrl(webhook_url, requests.webhooks.rules);
	if (!target.ok)
		throw badInput("invalid_webhook_url", `${CANNOT_SEND} ${target.reason}`, [
			{ pointer: "/options/webhook_url", detail: target.reason },
		]);
	if (!(await requests.webhooks.hasSecret(user.id)))
		throw new ProblemError({
			status: 422,
			code: "no_webhook_secret",
			title: "No webhook secret",
			detail:
				"Create a webhook secret in your account first: events are signed with it.",
		});
	return target.url;
}

/** Names the run, or the very result. */
function subjectOf(started: StartedAnalysis): unknown {
	return started.status === "analyzing"
		? { run: started.run_id }
		: { video: started.video_id, version: started.video.version };
}

/** Each once, in the panel's order; null where all are wanted. */
function wantedModels(
	{ models }: AnalysisOptions,
	panel: readonly Provider[],
): Provider[] | null {
	if (!models) return null;
	const absent = models.find((model) => !panel.includes(model));
	if (absent)
		throw new ProblemError({
			status: 422,
			code: "model_not_on_panel",
			title: "Model not on the panel",
			detail: `${PROVIDER_NAMES[absent]} does not rate on this site. Its panel is: ${panel.join(", ")}.`,
			errors: [
				{
					pointer: `/options/models/${models.indexOf(absent)}`,
					detail: "Not on this site's panel.",
				},
			],
		});
	return PROVIDERS.filter((provider) => models.includes(provider));
}

/** As long as any other id. */
const ID_CHARS = 20;

/** The same for the same parts. It opens nothing: what it names is told to its owner alone. */
export function analysisId(...parts: unknown[]): string {
	return createHash("sha256")
		.update(JSON.stringify(parts))
		.digest("base64url")
		.slice(0, ID_CHARS);
}
