import { isOfOriginal, sentTrack } from "#contract/browser-captions.ts";
import type { RunError } from "#contract/problem.ts";
import type { Cue } from "#contract/video.ts";
import { readCaptions } from "#features/captions/fetch-captions.ts";
import {
	describeReading,
	pastedProblem,
	readPastedTranscript,
} from "#features/captions/pasted-transcript.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { ProviderFailureKind } from "#providers/call-failure.ts";
import type { LiveRun } from "../live-run.ts";
import type { RunInput } from "../run-input.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { heardPart, TRANSCRIBE_WINDOW_S } from "./moment.ts";
import { publishedTranscript, speechAround } from "./more.ts";
import { reserveBudget } from "./reserve-budget.ts";

/** Transcription is billed by the hour, so its limit is lower than that of captions. */
export const MAX_TRANSCRIBE_HOURS = 3;

/** Reasons for missing captions that still allow a transcription. */
const LISTENABLE = new Set<string>([
	"captions_none",
	"captions_disabled",
	"captions_of_dubs",
	"captions_gated",
	"captions_blocked",
	"captions_unreachable",
] satisfies FailureCode[]);

/** The transcript of the result that the run builds on, otherwise a new one. */
export function readTranscript(deps: StepDeps, run: LiveRun): Promise<TaskOutputs["transcript"]> {
	if (keepsTranscript(run.input)) return publishedTranscript(deps, run);
	return run.input.rechecks === null ? fetchTranscript(deps, run) : speechAround(deps, run);
}

/** Whether the run uses the transcript of the published result. */
export function keepsTranscript({
	adds_to,
	keeps,
	earlier_source,
	member_transcript,
}: Pick<RunInput, "adds_to" | "keeps" | "earlier_source" | "member_transcript">): boolean {
	// A member's text may differ from the one that an earlier member gave.
	const is_given = earlier_source === "member" && member_transcript !== null;
	return earlier_source !== null && (adds_to !== null || (keeps !== null && !is_given));
}

/**
 * Reads captions. If there are none, uses the member's transcript, otherwise lets a provider
 * transcribe the video.
 */
async function fetchTranscript(deps: StepDeps, run: LiveRun): Promise<TaskOutputs["transcript"]> {
	const { video_id, member_transcript } = run.input;
	const sample = deps.findSample(video_id);
	if (sample) return { transcript: sample.transcript };
	const captions = await readCaptions(deps.captions, video_id, run.player, {
		...run.input,
		audio_language: run.metadata?.audio_language,
	});
	if (captions.ok) return { transcript: captions.transcript };
	if (member_transcript !== null) return pastedTranscript(run, member_transcript, captions);
	return transcription(deps, run, captions.error);
}

/**
 * A pasted text never replaces a result from real captions. What a browser sent has to be in the
 * language of the original sound. If YouTube did not tell it, the text is used without a language.
 */
function pastedTranscript(
	run: LiveRun,
	pasted: string,
	{ error, original }: { error: RunError; original: string | null },
): TaskOutputs["transcript"] {
	if (run.input.earlier_source === "captions") return { error };
	const sent = sentTrack(pasted);
	if (isOfOriginal(sent, original) === false) return { error: runFailure("captions_dubbed") };
	const duration = run.metadata?.duration ?? run.player?.duration ?? null;
	const read = readPastedTranscript(pasted, { times: run.input.times, duration });
	if (!read)
		return { error: runFailure("transcript_unreadable", { problem: pastedProblem(pasted) }) };
	// Captions are confirmed only if the language was known when the first ones were sent.
	const is_known = original !== null || run.input.captions_read_by === "two_browsers";
	const known = is_known ? sent : null;
	return {
		transcript: {
			source: "member",
			language: known?.language ?? null,
			track: known && { kind: known.kind, vss_id: known.vss_id },
			cues: read.cues,
			text: read.text,
			turns: read.turns,
			reading: describeReading(read),
		},
	};
}

async function transcription(
	deps: StepDeps,
	run: LiveRun,
	captions_error: RunError,
): Promise<TaskOutputs["transcript"]> {
	const duration = run.metadata?.duration ?? run.player?.duration ?? null;
	if (!deps.transcriber || !duration || !LISTENABLE.has(captions_error.code))
		return { error: captions_error };
	const { moment } = run.input;
	if (moment !== null) {
		// Words alone do not say which part to listen to.
		if (moment.at === null) return { error: captions_error };
		if (moment.at > duration) return { error: runFailure("moment_out_of_range") };
		return { transcribe_windows: 1, reason: captions_error };
	}
	if (duration > MAX_TRANSCRIBE_HOURS * 3_600)
		return { error: runFailure("video_too_long", { hours: MAX_TRANSCRIBE_HOURS }) };
	const windows = Math.ceil(duration / TRANSCRIBE_WINDOW_S);
	await countWindows(deps, run, windows);
	return { transcribe_windows: windows, reason: captions_error };
}

/**
 * Counts a transcription as many analyses as it has parts that are listened to now. The first one was
 * counted when the run started. A step that is repeated after a crash counts again.
 */
async function countWindows(deps: StepDeps, run: LiveRun, windows: number): Promise<void> {
	const { started_by } = run.input;
	const more = windows - run.transcribed.size - 1;
	if (started_by !== null && more > 0) await deps.countAnalyses(started_by, more);
}

/** Whether only the part around a moment was transcribed, which is no transcript of the video. */
export function isPart({ input, transcript }: LiveRun): boolean {
	return (
		input.moment !== null && transcript?.source === "ai_transcription" && !keepsTranscript(input)
	);
}

export async function transcribeWindow(
	deps: StepDeps,
	run: LiveRun,
	window: number,
): Promise<TaskOutputs["transcribe"]> {
	if (!deps.transcriber) return { language: null, cues: null, unanswered: true, calls: [] };
	const refused = await reserveBudget(deps, run, "transcribe");
	if (refused) return { refused, calls: [] };
	const asked_at_ms = deps.now();
	const outcome = await deps.call({
		kind: "transcribe",
		provider: deps.transcriber,
		input: { video_id: run.input.video_id, ...heardPart(run, window) },
	});
	const calls = [toCallRecord(`transcribe:${window}`, deps.transcriber, outcome)];
	if (outcome.ok) return { ...outcome.answer, asked_at_ms, calls };
	return { language: null, cues: null, unanswered: isPassing(outcome), asked_at_ms, calls };
}

const PASSING: ReadonlySet<ProviderFailureKind> = new Set([
	"rate_limited",
	"unavailable",
	"network",
	"not_configured",
	"budget",
]);
/** The operator's key was refused, which says nothing about the video. */
const KEY_STATUSES: readonly (number | null)[] = [401, 403];

/**
 * Whether the failure says nothing about the part, and cost nothing. A call that timed out may be
 * billed, and takes as long the next time.
 */
function isPassing({
	kind,
	status,
}: {
	kind: ProviderFailureKind;
	status: number | null;
}): boolean {
	return PASSING.has(kind) || KEY_STATUSES.includes(status);
}

/**
 * Joins the cues of all windows. All windows are required, because a missing one would be an
 * invisible gap.
 */
export function joinTranscription(run: LiveRun): TaskOutputs["join"] {
	if (run.refused) return { error: run.refused };
	const cues: Cue[] = [];
	let language: string | null = null;
	for (let window = 0; window < (run.transcribe_windows ?? 0); window++) {
		const heard = run.transcriptions.get(window);
		if (!heard?.cues) return { error: runFailure("transcription_failed") };
		cues.push(...heard.cues);
		language ??= heard.language;
	}
	// Nothing may be said at a moment.
	if (!cues.length && run.input.moment === null)
		return { error: run.captions_error ?? runFailure("captions_none") };
	return {
		transcript: {
			source: "ai_transcription",
			language,
			track: null,
			cues,
			text: cues.map(({ text }) => text).join(" "),
		},
	};
}
