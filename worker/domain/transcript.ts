import type { Cue, TranscriptSource } from "#contract/video.ts";

/** What was said in a video. `cues` is in order of time; empty where no times are known. */
export type Transcript = {
	source: TranscriptSource;
	/** BCP 47 as the platform spells it, or null where unknown. */
	language: string | null;
	/** Which caption track it was, for the provenance note. */
	track: { kind: "manual" | "asr"; vss_id: string } | null;
	cues: Cue[];
	/** The cues' texts joined by one space, or the untimed text. */
	text: string;
};
