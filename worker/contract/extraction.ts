import * as z from "zod";
import { EXTRACTED_BY, LEFT_OUT_REASONS } from "./selection.ts";
import { TimestampSource } from "./statement.ts";

/**
 * Who extracted the statements of a result, how many were found, and how many were chosen for
 * rating.
 */
export const Extraction = z.object({
	by: z.enum(EXTRACTED_BY),
	/** Statements found in the transcript. Those not chosen for rating are left out. */
	found: z.int().min(0),
	/** Statements chosen for rating. */
	chosen: z.int().min(0),
});
export type Extraction = z.infer<typeof Extraction>;

/** A statement that was found but not rated. */
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
