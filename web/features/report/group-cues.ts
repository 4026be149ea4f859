import type { Cue } from "#contract/video.ts";

/** Captions come in scraps of a few words; this much makes a paragraph. */
const PARAGRAPH_S = 30;

/** Cues joined to paragraphs of about half a minute. */
export function groupCues(cues: readonly Cue[]): Cue[] {
	const groups: Cue[] = [];
	for (const cue of cues) {
		const group = groups.at(-1);
		if (group === undefined || cue.start - group.start >= PARAGRAPH_S) {
			groups.push({ ...cue });
		} else {
			group.text += ` ${cue.text}`;
		}
	}
	return groups;
}
