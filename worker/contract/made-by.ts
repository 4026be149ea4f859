/**
 * Who wrote a report, in words and in the vocabularies that machines read. Models and quotes are
 * the report's own, so one from memory does not claim a check.
 */

type Made = { panel: readonly unknown[]; simulated: boolean; evidence_sources: readonly unknown[] };

/** "Written by AI models, quotes checked by code."; null if no model wrote anything. */
export function madeByWords({ panel, simulated, evidence_sources }: Made): string | null {
	if (panel.length === 0) return null;
	const who = simulated ? "Simulated ratings" : "Written by AI models";
	const how = evidence_sources.length > 0 ? "quotes checked by code" : "rated from memory";
	return `${who}, ${how}.`;
}

/** Whether AI models wrote the report; false if they were simulated, or if there was none. */
export function isAiWritten({ panel, simulated }: Omit<Made, "evidence_sources">): boolean {
	return panel.length > 0 && !simulated;
}

/** Text that an AI model wrote, for `digitalSourceType` of schema.org. */
export const AI_TEXT = "https://schema.org/TrainedAlgorithmicMediaDigitalSource";
/** A picture that a program drew with what AI models wrote: IPTC's Digital Source Type. */
export const PICTURE_WITH_AI =
	"http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia";
