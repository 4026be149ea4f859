import { watchUrl } from "#contract/addresses.ts";
import { type MemberId, RunId, type StatementId, type VideoId } from "#contract/ids.ts";
import type { FreshLook } from "#contract/responses.ts";
import type { ConfiguredProviders } from "#features/raters/panel.ts";
import type { Amount } from "#features/spending/day.ts";
import { estimateCalls, sumAmounts } from "#features/spending/estimate.ts";
import { newRunId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import {
	type Asker,
	consumeAll,
	freshLookLimit,
	type Limit,
	memberLimits,
	refundAll,
	spentBudget,
} from "./analysis-limits.ts";
import { analysisObject, isBusy } from "./objects.ts";
import { readAnalysisStatus } from "./run-queries.ts";
import { wouldBeSimulated } from "./start-analysis.ts";
import { estimateChecks } from "./steps/reserve-budget.ts";

type Request = {
	video_id: VideoId;
	statement_id: StatementId;
	member_id: MemberId | null;
	/** Consumed if the run starts. */
	limits: readonly Limit[];
	/** Whose shares of the day it takes from; null for nobody's. */
	asker: Asker | null;
	/** The run's id, if it was stored before. */
	run_id?: RunId;
};

/**
 * The limits of a response's fresh look. It has a count of its own, so that nobody repeats it until
 * they like the verdict, and others' repeated analyses of the video leave it possible.
 */
export function freshLookLimits(
	context: Context,
	{ video_id, asker }: { video_id: VideoId; asker: Asker },
): Limit[] {
	return [...memberLimits(context, asker.user, asker.address), freshLookLimit(context, video_id)];
}

/**
 * Starts a run that checks only this statement of the published result again. The response or the
 * dispute that asks for it is stored already, so a failure to start is an answer and not an error.
 */
export async function startFreshLook(context: Context, request: Request): Promise<FreshLook> {
	try {
		return await start(context, request);
	} catch (error) {
		const { video_id, statement_id } = request;
		context.log.warn("fresh look not started", { video_id, statement_id, error: String(error) });
		return "unavailable";
	}
}

async function start(
	context: Context,
	{ video_id, statement_id, member_id, limits, asker, ...request }: Request,
): Promise<FreshLook> {
	const { db, view, objects, providers } = context;
	const { stored: result } = await readAnalysisStatus(db.primary, video_id, view);
	if (!result || wouldBeSimulated(context, result)) return "unavailable";
	if (!result.with_sources) return "from_memory";
	const reads_twice = context.settings.SECOND_READING === "on";
	const run_id = request.run_id ?? RunId.parse(newRunId());
	const need = estimateOne(providers, reads_twice);
	if (await spentBudget(context, need, asker && { run_id, asker })) return "no_budget";
	if (await consumeAll(limits)) return "limit";
	try {
		await analysisObject(objects.VIDEO_ANALYSIS, video_id).start({
			video_id,
			url: watchUrl(video_id),
			started_by: member_id,
			network: null,
			transcript: null,
			more: false,
			force: false,
			moment: null,
			rechecks: statement_id,
			run_id,
		});
	} catch (error) {
		await refundAll(limits);
		if (isBusy(error)) return "busy";
		throw error;
	}
	context.writes.by_object = true;
	return "started";
}

/** The cost of planning the searches of one statement, rating it and reading its quotes again. */
function estimateOne(
	{ panel, planners, prices }: ConfiguredProviders,
	reads_twice: boolean,
): Amount {
	const [planner] = planners;
	return sumAmounts([
		estimateCalls("plan", planner ? 1 : 0, (planner && prices[planner]) ?? null),
		...panel.map((it) => estimateCalls("rate_by_evidence", 1, prices[it] ?? null)),
		...(reads_twice ? [estimateChecks(panel, 1, prices)] : []),
	]);
}
