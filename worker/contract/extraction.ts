import * as z from "zod";
import { EXTRACTED_BY, LEFT_OUT_REASONS } from "./selection.ts";
import { TimestampSource } from "./statement.ts";

/** Who found the statements of a result, how many there are, and how many are rated. */
export const Extraction = z.object({
	by: z.enum(EXTRACTED_BY),
	/** Statements found in the transcript; those that are not rated are left out. */
	found: z.int().min(0),
	/** Statements chosen for rating. */
	chosen: z.int().min(0),
});
export type Extraction = z.infer<typeof Extraction>;

/** A statement that was found and not rated. */
export const LeftOut = z.object({
	content: z.string(),
	/** The speaker's words, verbatim from the transcript. */
	quote: z.string(),
	/** Seconds into the video. */
	timestamp: z.number().min(0),
	timestamp_source: TimestampSource,
	reason: z.enum(LEFT_OUT_REASONS),
});
export type LeftOut = z.infer<typeof LeftOut>;
