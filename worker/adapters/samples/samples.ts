import { SAMPLE_FACT } from "./sample-fact.ts";
import { SAMPLE_HALF } from "./sample-half.ts";
import { SAMPLE_MYTH } from "./sample-myth.ts";
import type { SampleVideo } from "./sample-video.ts";

/** The sample videos of the demo mode, in the order in which they are offered. */
export const SAMPLES: readonly SampleVideo[] = [
	SAMPLE_FACT,
	SAMPLE_HALF,
	SAMPLE_MYTH,
];

/** The sample with this id; null for every other video. */
export function findSample(id: string): SampleVideo | null {
	return SAMPLES.find((sample) => sample.id === id) ?? null;
}
