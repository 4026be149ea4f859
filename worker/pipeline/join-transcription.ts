import type { Cue } from "#contract/video.ts";
import { runFailure } from "#domain/failures.ts";
import type { LiveRun } from "./live-run.ts";
import type { TaskOutputs } from "./task-output.ts";

/**
 * The windows' cues in one transcript. One missing window would leave a gap
 * that nobody sees, so all of them are needed.
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
	if (!cues.length)
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
