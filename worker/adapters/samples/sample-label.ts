import { foldText } from "#domain/text/fold-text.ts";
import type { SampleLabel } from "./sample-video.ts";
import { SAMPLES } from "./samples.ts";

const LABELS: ReadonlyMap<string, SampleLabel> = new Map(
	SAMPLES.flatMap((sample) =>
		Object.entries(sample.labels).map(
			([sentence, label]) => [foldText(sentence), label] as const,
		),
	),
);

/** The author's label of a sample's sentence, whatever its case and punctuation; else null. */
export function sampleLabel(sentence: string): SampleLabel | null {
	return LABELS.get(foldText(sentence)) ?? null;
}
