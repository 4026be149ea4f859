import type { User } from "#contract/account.ts";
import { watchUrl } from "#contract/addresses.ts";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import { printable } from "#features/captions/pasted-transcript.ts";
import type { ConfiguredProviders } from "#features/raters/panel.ts";
import { BUDGET_FAILURES } from "#features/spending/budget.ts";
import type { Amount } from "#features/spending/day.ts";
import { openDayLedger } from "#features/spending/day-ledger.ts";
import { estimateCalls } from "#features/spending/estimate.ts";
import { hasMoreToRate } from "#features/statements/left-out-queries.ts";
import { parseVideoUrl } from "#features/youtube/video-url.ts";
import { type ProblemName, problem } from "#http/problems.ts";
import { refuseRun } from "#http/run-failures.ts";
import { type Quota, quota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { analysisObject } from "./objects.ts";
import { type AnalysisStatus, readAnalysisStatus } from "./run-queries.ts";

/** A household or an office shares an address: it gets four times a member's analyses. */
const ADDRESS_SHARE = 4;

/** The run that was started or joined, or the existing result. */
export type StartedAnalysis =
	| { video_id: VideoId; status: "analyzing"; run_id: RunId }
	| {
			video_id: VideoId;
			status: "completed";
			result: NonNullable<AnalysisStatus["result"]>;
	  };

/** A quota to consume, and the answer if it is used up. */
type Limit = {
	quota: Quota;
	refusal: Extract<ProblemName, `too_many_requests/${string}`>;
};

/**
 * Asks the video's object to start, unless there is a result already. Joining a running
 * analysis costs the member nothing. The link is checked before the sign-in, so that
 * nobody signs up for a link that cannot work.
 */
export async function startAnalysis(
	context: Context,
	request: AnalyzeRequest & { user: User | null; address: string },
): Promise<StartedAnalysis> {
	const { user, address } = request;
	const { db, view, objects } = context;
	const link = parseVideoUrl(request.url ?? "");
	if (!link.ok)
		throw problem("invalid_url", { values: { reason: link.message } });
	if (!user) throw problem("not_signed_in/analyze");
	const video_id = link.id;

	const { result, running } = await readAnalysisStatus(
		db.primary,
		video_id,
		view,
	);
	const more = wantsMore(request, result);
	if (
		result &&
		!(await mayStart(context, video_id, { ...request, more, running }))
	)
		return { video_id, status: "completed", result };
	if (result && !running && wouldBeSimulated(context, result))
		throw problem("real_result_kept");
	const limits = [
		...memberLimits(context, user, address),
		...(result && !more ? [repeatLimit(context, video_id)] : []),
	];
	if (!running) {
		await requireBudget(context);
		await consumeAll(limits);
	}
	const analysis = analysisObject(objects.VIDEO_ANALYSIS, video_id);
	const { joined, run_id } = await analysis.start({
		video_id,
		url: watchUrl(video_id),
		started_by: user.id,
		transcript: printable(request.transcript ?? "").trim() || null,
		more,
	});
	if (joined && !running) await refundAll(limits);
	return { video_id, status: "analyzing", run_id };
}

/** Whether more of an existing result is to be rated; a fresh analysis reads all of it anew. */
function wantsMore(
	{ more = false, force = false }: AnalyzeRequest,
	result: AnalysisStatus["result"],
): boolean {
	return result !== null && more && !force;
}

/** Whether a video with a result gets another run, or its running one is joined. */
async function mayStart(
	{ db }: Context,
	video_id: VideoId,
	{
		force = false,
		more,
		running,
	}: { force?: boolean | undefined; more: boolean; running: boolean },
): Promise<boolean> {
	if (force) return true;
	return more && (running || (await hasMoreToRate(db.primary, video_id)));
}

/** True if a simulated result would replace a real one. */
function wouldBeSimulated(
	{ providers }: Context,
	{ simulated }: { simulated: boolean },
): boolean {
	return providers.mode === "demo" && !simulated;
}

/** The limits of the member and of the network address. */
function memberLimits(
	context: Context,
	user: User,
	address: string,
): [Limit, Limit] {
	const { LIMIT_ANALYSES, LIMIT_ANALYSES_ADDRESS } = context.settings;
	return [
		{
			quota: quota(context, `analyses:${user.id}`, LIMIT_ANALYSES, HOUR_MS),
			refusal: "too_many_requests/analyses",
		},
		{
			quota: quota(
				context,
				`analyses-address:${address}`,
				LIMIT_ANALYSES_ADDRESS ?? LIMIT_ANALYSES * ADDRESS_SHARE,
				HOUR_MS,
			),
			refusal: "too_many_requests/analyses_address",
		},
	];
}

/** The limit of one video for all members together. */
function repeatLimit(context: Context, video_id: VideoId): Limit {
	const { LIMIT_FORCE } = context.settings;
	return {
		quota: quota(context, `force:${video_id}`, LIMIT_FORCE, HOUR_MS),
		refusal: "too_many_requests/force",
	};
}

/** Refuses if not even a short analysis fits into the rest of the site's day. */
async function requireBudget(context: Context): Promise<void> {
	const { providers, now } = context;
	if (providers.mode === "demo") return;
	const standing = await openDayLedger(context)?.look(estimateLeast(providers));
	if (!standing?.passed) return;
	const { passed, lifts_at_ms } = standing;
	const left_ms = lifts_at_ms - now().getTime();
	throw refuseRun(BUDGET_FAILURES[passed], {
		retry_after_s: Math.max(1, Math.ceil(left_ms / 1000)),
	});
}

/**
 * The cost of one window and one statement rated by the panel, which is the least an
 * analysis needs.
 */
function estimateLeast({
	panel,
	extractors,
	prices,
}: ConfiguredProviders): Amount {
	const [extractor] = extractors;
	const extraction = estimateCalls(
		"extract",
		1,
		(extractor && prices[extractor.provider]) ?? null,
	);
	const ratings = panel.map((provider) =>
		estimateCalls("rate", 1, prices[provider] ?? null),
	);
	return [extraction, ...ratings].reduce((sum, part) => ({
		calls: sum.calls + part.calls,
		usd: sum.usd + part.usd,
	}));
}

/** Consumes one of each, or none and throws the reason. */
async function consumeAll(limits: Limit[]): Promise<void> {
	for (const [index, limit] of limits.entries()) {
		const granted = await limit.quota.consume();
		if (granted.ok) continue;
		await refundAll(limits.slice(0, index));
		throw problem(limit.refusal, granted);
	}
}

async function refundAll(limits: Limit[]): Promise<void> {
	await Promise.all(limits.map((limit) => limit.quota.refund()));
}
