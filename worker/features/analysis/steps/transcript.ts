import type { RunError } from "#contract/problem.ts";
import type { Cue } from "#contract/video.ts";
import { readCaptions } from "#features/captions/fetch-captions.ts";
import { pastedProblem, readPastedTranscript } from "#features/captions/pasted-transcript.ts";
import { toCallRecord } from "#features/raters/provider-calls.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { LiveRun } from "../live-run.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { reserveBudget } from "./reserve-budget.ts";

/** The length of video in one transcription call. In longer calls the timestamps drift. */
const TRANSCRIBE_WINDOW_S = 600;
/** Transcription is billed by the hour, so its limit is lower than that of captions. */
const MAX_TRANSCRIBE_HOURS = 3;

/** Reasons for missing captions that still allow a transcription. */
const LISTENABLE = new Set<string>([
	"captions_none",
	"captions_disabled",
	"captions_gated",
	"captions_blocked",
	"captions_unreachable",
] satisfies FailureCode[]);

/**
 * Reads captions. If there are none, uses the member's transcript, otherwise lets a provider
 * transcribe the video.
 */
export async function fetchTranscript(
	deps: StepDeps,
	run: LiveRun,
): Promise<TaskOutputs["transcript"]> {
	const { video_id, member_transcript } = run.input;
	const sample = deps.findSample(video_id);
	if (sample) return { transcript: sample.transcript };
	const captions = await readCaptions(deps.captions, video_id, run.player);
	if (captions.ok) return { transcript: captions.transcript };
	if (member_transcript !== null) return pastedTranscript(run, member_transcript, captions.error);
	return transcription(deps, run, captions.error);
}

/** A pasted text never replaces a result from real captions. */
function pastedTranscript(
	run: LiveRun,
	pasted: string,
	captions_error: RunError,
): TaskOutputs["transcript"] {
	if (run.input.earlier_source === "captions") return { error: captions_error };
	const read = readPastedTranscript(pasted);
	if (!read)
		return { error: runFailure("transcript_unreadable", { problem: pastedProblem(pasted) }) };
	return {
		transcript: { source: "member", language: null, track: null, cues: read.cues, text: read.text },
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
	if (duration > MAX_TRANSCRIBE_HOURS * 3_600)
		return { error: runFailure("video_too_long", { hours: MAX_TRANSCRIBE_HOURS }) };
	const windows = Math.ceil(duration / TRANSCRIBE_WINDOW_S);
	return { transcribe_windows: windows, reason: captions_error };
}

export async function transcribeWindow(
	deps: StepDeps,
	run: LiveRun,
	window: number,
): Promise<TaskOutputs["transcribe"]> {
	if (!deps.transcriber) return { language: null, cues: null, calls: [] };
	const refused = await reserveBudget(deps, run, "transcribe");
	if (refused) return { refused, calls: [] };
	const duration = run.metadata?.duration ?? run.player?.duration ?? 0;
	const start = window * TRANSCRIBE_WINDOW_S;
	const outcome = await deps.call({
		kind: "transcribe",
		provider: deps.transcriber,
		input: {
			video_id: run.input.video_id,
			start,
			end: Math.min(start + TRANSCRIBE_WINDOW_S, duration),
		},
	});
	const calls = [toCallRecord(`transcribe:${window}`, deps.transcriber, outcome)];
	return outcome.ok ? { ...outcome.answer, calls } : { language: null, cues: null, calls };
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
	if (!cues.length) return { error: run.captions_error ?? runFailure("captions_none") };
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
