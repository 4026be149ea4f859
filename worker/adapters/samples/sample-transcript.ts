import type { Transcript } from "#domain/transcript.ts";
import { findSample } from "./samples.ts";

/** What is said in a sample. Throws a RangeError for any other video. */
export function sampleTranscript(id: string): Transcript {
	const sample = findSample(id);
	if (!sample) throw new RangeError("Only a sample video has this transcript");
	return {
		source: "sample",
		language: "en",
		track: null,
		cues: sample.cues,
		text: sample.cues.map((cue) => cue.text).join(" "),
	};
}
