import type { Report } from "#contract/video.ts";
import type { ChosenStatement } from "#features/analysis/run-state.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { transcriptWindows } from "#features/statements/transcript-windows.ts";
import { watchUrl } from "./client.ts";
import type { Product } from "./product.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { ResumedRun } from "./resumed-runs.ts";

const TRANSCRIBE_WINDOW_S = 600;

/** A task's answer by its key, of those that are done. */
export function answersOf({
	task,
}: RecordedRun): Map<string, Record<string, unknown>> {
	return new Map(
		task
			.filter(({ state }) => state === "done")
			.map(({ key, output }) => [key, output as Record<string, unknown>]),
	);
}

/** What the stand-ins were asked for the run, as keys of its tasks. */
export function askedFor(
	{ planted, video_id }: ResumedRun,
	{ ai, youtube }: Product,
	{ statements }: Report,
): string[] {
	const done = answersOf(planted);
	const brought = Object.assign({}, ...done.values()) as {
		transcript?: Transcript;
		chosen?: ChosenStatement[];
	};
	const windows = brought.transcript
		? transcriptWindows(brought.transcript).map(({ text }) => text)
		: [];
	const chosen = brought.chosen ?? statements;
	const asked = youtube.calls
		.filter(({ id }) => id === video_id)
		.map(({ kind }) => (kind === "player" ? "metadata" : "transcript"));
	const of_ai = ai.calls.flatMap((call) => {
		const { kind, provider, statement, transcript, clip } = call;
		if (clip)
			return clip.url === watchUrl(video_id)
				? [`transcribe:${clip.start / TRANSCRIBE_WINDOW_S}`]
				: [];
		const place =
			kind === "rate"
				? chosen.findIndex(({ content }) => content === statement)
				: windows.indexOf(transcript ?? "");
		if (place < 0) return [];
		return [kind === "rate" ? `rate:${place}:${provider}` : `extract:${place}`];
	});
	return [...asked, ...of_ai];
}
