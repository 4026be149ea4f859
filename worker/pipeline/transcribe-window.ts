import { callRecord } from "./call-record.ts";
import type { LiveRun } from "./live-run.ts";
import { TRANSCRIBE_WINDOW_S } from "./obtain-transcript.ts";
import type { PipelineDeps } from "./pipeline-deps.ts";
import { preflight } from "./preflight.ts";
import type { TaskOutputs } from "./task-output.ts";

export async function transcribeWindow(
	deps: PipelineDeps,
	run: LiveRun,
	window: number,
): Promise<TaskOutputs["transcribe"]> {
	if (!deps.transcriber) return { language: null, cues: null, calls: [] };
	const refused = await preflight(deps, run, "transcribe");
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
	const calls = [callRecord(`transcribe:${window}`, deps.transcriber, outcome)];
	return outcome.ok
		? { ...outcome.answer, calls }
		: { language: null, cues: null, calls };
}
