import type { Sample } from "#contract/site.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { foldText } from "#text/fold.ts";
import type { Context } from "#worker/context.ts";
import { SAMPLE_FACT } from "./fact.ts";
import { SAMPLE_HALF } from "./half.ts";
import { SAMPLE_MYTH } from "./myth.ts";
import type { SampleLabel, SampleTrait, SampleVideo } from "./sample-video.ts";

/** The sample videos of demo mode, in display order. */
export const SAMPLES: readonly SampleVideo[] = [SAMPLE_FACT, SAMPLE_HALF, SAMPLE_MYTH];

/** The samples in demo mode, otherwise an empty list. */
export function listSamples({ providers }: Pick<Context, "providers">): Sample[] {
	if (providers.mode !== "demo") return [];
	return SAMPLES.map(({ id, url, title, duration }) => ({ id, url, title, duration }));
}

/** The sample with this id; null for any other video. */
export function findSample(id: string): SampleVideo | null {
	return SAMPLES.find((sample) => sample.id === id) ?? null;
}

const LABELS = bySentence<SampleLabel>(({ labels }) => labels);
const TRAITS = bySentence<SampleTrait>(({ traits }) => traits);

function bySentence<T>(
	of: (sample: SampleVideo) => Readonly<Record<string, T>>,
): ReadonlyMap<string, T> {
	const entries = SAMPLES.flatMap((sample) => Object.entries(of(sample)));
	return new Map(entries.map(([sentence, value]) => [foldText(sentence), value]));
}

/**
 * The author's label of a sample's sentence, ignoring case and punctuation; null for other
 * sentences.
 */
export function sampleLabel(sentence: string): SampleLabel | null {
	return LABELS.get(foldText(sentence)) ?? null;
}

/** The author's trait of a sample's sentence; null if it has none. */
export function sampleTrait(sentence: string): SampleTrait | null {
	return TRAITS.get(foldText(sentence)) ?? null;
}

/** A sample's transcript. Throws a RangeError for any other video. */
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
