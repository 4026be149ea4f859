import type { RunError } from "#contract/problem.ts";
import { readPastedTranscript } from "#domain/captions/read-pasted-transcript.ts";
import { type FailureCode, runFailure } from "#domain/failures.ts";
import type { LiveRun } from "./live-run.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { readCaptions } from "./read-captions.ts";
import type { TaskOutputs } from "./task-output.ts";

/** What the generative provider listens to in one call: its times drift in longer pieces. */
export const TRANSCRIBE_WINDOW_S = 600;
/** Listening costs by the hour, so it ends before reading does. */
export const MAX_TRANSCRIBE_HOURS = 3;

/** Captions are missing for a reason that does not keep the provider from listening. */
const LISTENABLE = new Set<string>([
	"captions_none",
	"captions_disabled",
	"captions_gated",
	"captions_blocked",
	"captions_unreachable",
] satisfies FailureCode[]);

/** Real captions; else what the member gave; else the generative provider listens. */
export async function obtainTranscript(
	deps: PipelineDeps,
	run: LiveRun,
): Promise<TaskOutputs["transcript"]> {
	const { video_id, member_transcript } = run.input;
	const sample = deps.findSample(video_id);
	if (sample) return { transcript: sample.transcript };
	const captions = await readCaptions(deps.captions, video_id, run.player);
	if (captions.ok) return { transcript: captions.transcript };
	if (member_transcript !== null)
		return pastedTranscript(run, member_transcript, captions.error);
	return transcription(deps, run, captions.error);
}

/** A pasted text never takes the place of what real captions have shown. */
function pastedTranscript(
	run: LiveRun,
	pasted: string,
	captions_error: RunError,
): TaskOutputs["transcript"] {
	if (run.input.earlier_source === "captions") return { error: captions_error };
	const read = readPastedTranscript(pasted);
	if (!read) return { error: runFailure("transcript_unreadable") };
	return {
		transcript: {
			source: "member",
			language: null,
			track: null,
			cues: read.cues,
			text: read.text,
		},
	};
}

async function transcription(
	deps: PipelineDeps,
	run: LiveRun,
	captions_error: RunError,
): Promise<TaskOutputs["transcript"]> {
	const duration = run.metadata?.duration ?? run.player?.duration ?? null;
	if (!deps.transcriber || !duration || !LISTENABLE.has(captions_error.code))
		return { error: captions_error };
	if (duration > MAX_TRANSCRIBE_HOURS * 3_600)
		return {
			error: runFailure("video_too_long", { hours: MAX_TRANSCRIBE_HOURS }),
		};
	const windows = Math.ceil(duration / TRANSCRIBE_WINDOW_S);
	return { transcribe_windows: windows, reason: captions_error };
}
