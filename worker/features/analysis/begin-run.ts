import type { RunId } from "#contract/ids.ts";
import { unreachableWithin } from "#db/errors.ts";
import { admitTranscript } from "#features/captions/member-transcripts.ts";
import { hasMoreToRate } from "#features/statements/queries.ts";
import { findTakedown, hiddenStatements } from "#features/takedowns/queries.ts";
import { ProblemError } from "#http/problems.ts";
import { newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { answerMoment } from "./answer-moment.ts";
import type { NotStarted, StartRequest } from "./objects.ts";
import { createRun, type EarlierResult, readEarlierResult } from "./run-deps.ts";
import type { RunInput } from "./run-input.ts";
import { kindOfRequest } from "./run-kind.ts";
import { MAX_TRANSCRIBE_HOURS } from "./steps/transcript.ts";

/** The input of a run that answers the request, or why there is none. */
export async function prepareRun(
	context: Context,
	request: StartRequest,
	run_id: RunId,
): Promise<RunInput | NotStarted> {
	if (await findTakedown(context.db.primary, "video", request.video_id)) return "taken_down";
	const earlier = await readEarlierResult(context, request.video_id);
	const admitted = await admitTranscript(
		context.db.primary,
		request,
		earlier && withParts(earlier, request),
		{ view: context.view, now: context.now().toISOString(), salt: newToken() },
	);
	if (admitted === "disputed" || admitted === "dubbed") return admitted;
	if (request.rechecks !== null && !earlier?.evidence_sources?.length) return "withdrawn";
	const input = createRun(context, { ...request, ...admitted }, earlier, run_id);
	if (request.moment === null) return input;
	// What is taken down later ends the run.
	const hidden = await hiddenStatements(context.db.primary, request.video_id);
	return { ...input, hidden_quotes: hidden.map(({ quote }) => quote) };
}

/**
 * A transcription of parts is not kept, but no member's text is added to it, nor replaces it if the
 * whole video can be transcribed.
 */
function withParts(earlier: EarlierResult, { moment }: StartRequest): EarlierResult {
	const is_long = (earlier.duration ?? 0) > MAX_TRANSCRIBE_HOURS * 3_600;
	const of_parts = is_long && moment === null ? null : "ai_transcription";
	return { ...earlier, transcript_source: earlier.transcript_source ?? of_parts };
}

/**
 * The same for a request that has waited, or why its run does not begin: it may be answered by what
 * was published meanwhile. Throws if the database is away, so that the request goes on waiting.
 */
export async function prepareWaiting(
	context: Context,
	{ run_id, request }: { run_id: RunId; request: StartRequest },
): Promise<RunInput | string> {
	try {
		const is_answered = await isAnsweredMeanwhile(context, request);
		return is_answered ? "answered" : await prepareRun(context, request, run_id);
	} catch (error) {
		if (unreachableWithin(error)) throw error;
		return String(error);
	}
}

/** Whether what was published while the request waited answers it. */
async function isAnsweredMeanwhile(context: Context, request: StartRequest): Promise<boolean> {
	const { kind, moment } = kindOfRequest(request);
	if (kind === "more") return !(await hasMoreToRate(context.db.primary, request.video_id));
	if (moment === null) return false;
	try {
		const asked = { ...moment, member_id: request.started_by };
		return (await answerMoment(context, request.video_id, asked)) !== null;
	} catch (error) {
		// Its own run says why it cannot be checked.
		if (error instanceof ProblemError) return false;
		throw error;
	}
}
