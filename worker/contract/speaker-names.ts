import * as z from "zod";
import { FullName } from "./account.ts";
import { Instant } from "./ids.ts";

/** Longer than any label that the reader of transcripts takes for a speaker. */
const MAX_SPEAKER_CHARS = 300;

/** A name that the member who pasted a transcript gives one of its speakers. */
export const SpeakerName = z.object({
	/** As the transcript writes it. */
	speaker: z.string(),
	name: z.string(),
	named_at: Instant,
});
export type SpeakerName = z.infer<typeof SpeakerName>;

export const SpeakerNames = z.object({
	names: z.array(SpeakerName),
	/** Whether the caller pasted the transcript. */
	may_name: z.boolean(),
});
export type SpeakerNames = z.infer<typeof SpeakerNames>;

export const SpeakerNameRequest = z.strictObject({
	speaker: z.string().min(1).max(MAX_SPEAKER_CHARS),
	/** null takes the name away. */
	name: FullName.nullable(),
});
export type SpeakerNameRequest = z.infer<typeof SpeakerNameRequest>;
