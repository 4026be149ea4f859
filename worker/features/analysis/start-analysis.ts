import type { User } from "#contract/account.ts";
import { watchUrl } from "#contract/addresses.ts";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import { printable } from "#features/captions/pasted-transcript.ts";
import type { ConfiguredProviders } from "#features/raters/panel.ts";
import type { Amount } from "#features/spending/day.ts";
import { estimateCalls, sumAmounts } from "#features/spending/estimate.ts";
import { hasMoreToRate } from "#features/statements/left-out-queries.ts";
import { parseVideoUrl } from "#features/youtube/video-url.ts";
import { problem } from "#http/problems.ts";
import { refuseRun } from "#http/run-failures.ts";
import { networkOf } from "#identity/network.ts";
import type { Context } from "#worker/context.ts";
import {
	consumeAll,
	type Limit,
	memberLimits,
	refundAll,
	repeatLimit,
	spentBudget,
} from "./analysis-limits.ts";
import { analysisObject, isBusy } from "./objects.ts";
import { type AnalysisStatus, readAnalysisStatus } from "./run-queries.ts";

/** The run that was started or joined, or the existing result. */
export type StartedAnalysis =
	| { video_id: VideoId; status: "analyzing"; run_id: RunId }
	| {
			video_id: VideoId;
			status: "completed";
			result: NonNullable<AnalysisStatus["result"]>;
	  };

/**
 * Asks the video's object to start a run, unless there is a result already. Joining a running
 * analysis, or being refused because of it, does not count against the member's limits. The link
 * is validated before the sign-in check, so that nobody signs up for a link that cannot work.
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
		...memberLimits(context, user.id, address),
		...(result && !more ? [repeatLimit(context, video_id)] : []),
	];
	if (!running) {
		await requireBudget(context);
		await requireAll(limits);
	}
	const analysis = analysisObject(objects.VIDEO_ANALYSIS, video_id);
	const { joined, run_id } = await analysis
		.start({
			video_id,
			url: watchUrl(video_id),
			started_by: user.id,
			network: networkOf(address),
			transcript: printable(request.transcript ?? "").trim() || null,
			more,
			rechecks: null,
		})
		.catch(async (error: unknown) => {
			if (isBusy(error) && !running) await refundAll(limits);
			throw error;
		});
	// The object lists the run, whose bookmark is not known here.
	context.writes.by_object = true;
	if (joined && !running) await refundAll(limits);
	return { video_id, status: "analyzing", run_id };
}

/**
 * Whether the request asks for more ratings of an existing result. `force` takes precedence,
 * because a fresh analysis rates everything again.
 */
function wantsMore(
	{ more = false, force = false }: AnalyzeRequest,
	result: AnalysisStatus["result"],
): boolean {
	return result !== null && more && !force;
}

/** Whether a video with a result may get another run, or the running one can be joined. */
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

/** Whether a simulated result would replace a real one. */
export function wouldBeSimulated(
	{ providers }: Context,
	{ simulated }: { simulated: boolean },
): boolean {
	return providers.mode === "demo" && !simulated;
}

async function requireAll(limits: readonly Limit[]): Promise<void> {
	const refused = await consumeAll(limits);
	if (refused) throw problem(refused.refusal, refused);
}

/** Refuses if the site's remaining daily budget does not cover even a short analysis. */
async function requireBudget(context: Context): Promise<void> {
	const spent = await spentBudget(context, estimateLeast(context.providers));
	if (spent) throw refuseRun(spent.failure, spent);
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
	return sumAmounts([
		estimateCalls("extract", 1, (extractor && prices[extractor]) ?? null),
		...panel.map((it) => estimateCalls("rate", 1, prices[it] ?? null)),
	]);
}
