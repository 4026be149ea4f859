import type { RunId, VideoId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { momentLimits } from "./analysis-limits.ts";
import { answerMoment } from "./answer-moment.ts";
import { readAnalysisStatus } from "./run-queries.ts";
import {
	joinRun,
	type Request,
	readRequest,
	startRun,
	wouldBeSimulated,
} from "./start-analysis.ts";

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
	const [status, statements] = await Promise.all([
		readAnalysisStatus(db.primary, video_id, view),
		answerMoment(context, video_id, moment),
	]);
	if (statements) return { video_id, status: "completed", statements };
	if (status.stored && wouldBeSimulated(context, status.stored)) throw problem("real_result_kept");
	const joined = status.running ? await joinRun(context, asked) : null;
	if (joined) return { video_id, status: "analyzing", run_id: joined };
	const limits = momentLimits(context, asked.started_by, request.address);
	const run_id = await startRun(context, asked, limits);
	return { video_id, status: "analyzing", run_id };
}
