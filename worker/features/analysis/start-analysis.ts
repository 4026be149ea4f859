import type { User } from "#contract/account.ts";
import { watchUrl } from "#contract/addresses.ts";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import { type MemberId, RunId, type VideoId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { printable } from "#features/captions/pasted-transcript.ts";
import type { ConfiguredProviders } from "#features/raters/panel.ts";
import type { Amount } from "#features/spending/day.ts";
import { estimateCalls, sumAmounts } from "#features/spending/estimate.ts";
import { hasMoreToRate } from "#features/statements/queries.ts";
import { refuseTakenDown } from "#features/takedowns/refusal.ts";
import { parseVideoUrl } from "#features/youtube/video-url.ts";
import { problem } from "#http/problems.ts";
import { refuseRun } from "#http/run-failures.ts";
import { networkOf } from "#identity/network.ts";
import { newRunId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import {
	type Asker,
	consumeAll,
	type Limit,
	memberLimits,
	momentLimits,
	refundAll,
	repeatLimit,
	spentBudget,
} from "./analysis-limits.ts";
import { answerMoment } from "./answer-moment.ts";
import { analysisObject, isBusy, type StartRequest } from "./objects.ts";
import { type AnalysisStatus, readAnalysisStatus } from "./run-queries.ts";

/** The run that was started or joined, or the existing result. */
export type StartedAnalysis =
	| { video_id: VideoId; status: "analyzing"; run_id: RunId }
	| { video_id: VideoId; status: "completed"; result: NonNullable<AnalysisStatus["result"]> };

type Request = AnalyzeRequest &
	Pick<Asker, "address" | "is_admin"> &
	Pick<StartRequest, "can_choose"> & { user: User | null };

/** Asks the video's object to start a run of the whole video, unless there is a result already. */
export async function startAnalysis(context: Context, request: Request): Promise<StartedAnalysis> {
	const { db, view } = context;
	const asked = readRequest(request);
	const { video_id } = asked;
	const [status] = await Promise.all([
		readAnalysisStatus(db.primary, video_id, view),
		refuseTakenDown(context, video_id),
	]);
	if (!status.running) return startCounted(context, request, asked, status);
	const existing = await existingResult(context, video_id, request, status);
	if (existing) return existing;
	const more = wantsMore(request, status.result);
	const joined = await joinRun(context, { ...asked, more });
	if (joined) return { video_id, status: "analyzing", run_id: joined };
	// The run may have ended since then.
	const now = await readAnalysisStatus(db.primary, video_id, view);
	return startCounted(context, request, asked, { ...now, running: false });
}

/** Starts a run within the limits, unless there is a result already. */
async function startCounted(
	context: Context,
	request: Request,
	asked: ReadRequest,
	status: AnalysisStatus,
): Promise<StartedAnalysis> {
	const { video_id, asker } = asked;
	const { result, stored } = status;
	const existing = await existingResult(context, video_id, request, status);
	if (existing) return existing;
	if (stored && wouldBeSimulated(context, stored)) throw problem("real_result_kept");
	const more = wantsMore(request, result);
	const limits = [
		...memberLimits(context, asker.user, asker.address),
		...(result && !more ? [repeatLimit(context, video_id)] : []),
	];
	await requireAll(limits);
	const run_id = await startRun(context, { ...asked, more }, limits);
	return { video_id, status: "analyzing", run_id };
}

/** `run_id` is that of the run, if one starts. */
type ReadRequest = StartRequest & { started_by: MemberId; run_id: RunId; asker: Asker };

/** Validates the link before the sign-in, so that nobody signs up for a link that cannot work. */
function readRequest(request: Request): ReadRequest {
	const link = parseVideoUrl(request.url ?? "");
	if (!link.ok) {
		const { message: reason, hint } = link;
		const errors = hint === undefined ? undefined : [{ pointer: "/url", detail: hint }];
		throw problem("invalid_url", { values: { reason }, ...(errors && { errors }) });
	}
	if (!request.user) throw problem("not_signed_in/analyze");
	return {
		video_id: link.id,
		url: watchUrl(link.id),
		run_id: RunId.parse(newRunId()),
		asker: { user: request.user, address: request.address, is_admin: request.is_admin },
		started_by: request.user.id,
		network: networkOf(request.address),
		transcript: printable(request.transcript ?? "").trim() || null,
		times: request.times,
		language: request.language,
		can_choose: request.can_choose,
		more: false,
		force: request.force ?? false,
		rechecks: null,
		moment: null,
	};
}

/**
 * Joins a run that does what is asked, or that waits to do it; null if there is none. This costs the
 * member nothing.
 */
async function joinRun(
	context: Context,
	{ asker: _, ...asked }: ReadRequest,
): Promise<RunId | null> {
	const analysis = analysisObject(context.objects.VIDEO_ANALYSIS, asked.video_id);
	const joined = await analysis.join(asked);
	// The object lists the run, whose bookmark is not known here.
	context.writes.by_object = true;
	return joined?.run_id ?? null;
}

/**
 * Starts a run whose limits were consumed, or lets it wait for the one that is running. What costs
 * nothing is given back.
 */
async function startRun(
	context: Context,
	{ asker, ...asked }: ReadRequest,
	limits: readonly Limit[],
): Promise<RunId> {
	await requireBudget(context, { run_id: asked.run_id, asker }).catch(async (error: unknown) => {
		await refundAll(limits);
		throw error;
	});
	const analysis = analysisObject(context.objects.VIDEO_ANALYSIS, asked.video_id);
	const started = await analysis.start(asked).catch(async (error: unknown) => {
		if (isBusy(error)) await refundAll(limits);
		throw error;
	});
	context.writes.by_object = true;
	if (started.joined) await refundAll(limits);
	return started.run_id;
}

/**
 * The existing result, unless the request may replace it or join a run. A report of moments is none.
 */
async function existingResult(
	context: Context,
	video_id: VideoId,
	request: Request,
	{ result, running }: AnalysisStatus,
): Promise<StartedAnalysis | null> {
	const more = wantsMore(request, result);
	const asked = { ...request, more, running };
	if (!result || (await mayStart(context, video_id, asked))) return null;
	return { video_id, status: "completed", result };
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

/**
 * Refuses if the rest of the site's daily budget, or of the asker's shares, does not cover even a
 * short analysis.
 */
async function requireBudget(
	context: Context,
	run: { run_id: RunId; asker: Asker },
): Promise<void> {
	const spent = await spentBudget(context, estimateLeast(context.providers), run);
	if (spent) throw refuseRun(spent.failure, spent);
}

/**
 * The cost of one window and one statement rated by the panel, which is the least an
 * analysis needs.
 */
function estimateLeast({ panel, extractors, prices }: ConfiguredProviders): Amount {
	const [extractor] = extractors;
	return sumAmounts([
		estimateCalls("extract", 1, (extractor && prices[extractor]) ?? null),
		...panel.map((it) => estimateCalls("rate", 1, prices[it] ?? null)),
	]);
}

/** The run that checks the moment, or the statements that were there. */
type StartedMoment =
	| { video_id: VideoId; status: "analyzing"; run_id: RunId }
	| { video_id: VideoId; status: "completed"; statements: Statement[] };

/** Asks the video's object to check one moment, unless what is there answers it. */
export async function startMoment(context: Context, request: Request): Promise<StartedMoment> {
	const { db, view } = context;
	const moment = { at: request.at ?? null, quote: request.quote ?? null };
	const asked = { ...readRequest(request), moment };
	const { video_id } = asked;
	const [status] = await Promise.all([
		readAnalysisStatus(db.primary, video_id, view),
		refuseTakenDown(context, video_id),
	]);
	if (status.stored && wouldBeSimulated(context, status.stored)) throw problem("real_result_kept");
	const joined = status.running ? await joinRun(context, asked) : null;
	if (joined) return { video_id, status: "analyzing", run_id: joined };
	const limits = momentLimits(context, asked.asker.user, request.address);
	await requireAll(limits);
	// Reading a report and looking for words in hours of speech is work: it is counted unless the
	// answer was there.
	const statements = await answerMoment(context, video_id, {
		...moment,
		member_id: asked.started_by,
	});
	if (statements) {
		await refundAll(limits);
		return { video_id, status: "completed", statements };
	}
	const run_id = await startRun(context, asked, limits);
	return { video_id, status: "analyzing", run_id };
}
