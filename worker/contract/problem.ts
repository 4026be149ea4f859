import * as z from "zod";
import { Instant } from "./ids.ts";
import { TakenDown } from "./takedowns.ts";

/** RFC 9457 problem details. `detail` is safe to show to a person. */
export const Problem = z.object({
	type: z.string(),
	title: z.string(),
	status: z.int(),
	detail: z.string(),
	code: z.string(),
	request_id: z.string().optional(),
	errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
	/** Why and since when the address has nothing to show. */
	taken_down: TakenDown.optional(),
});
export type Problem = z.infer<typeof Problem>;

/** Why a run ended without a result; stored with the video and the run. */
export const RunError = z.object({
	type: z.string(),
	title: z.string(),
	status: z.int(),
	detail: z.string(),
	code: z.string(),
	/** True if the analysis could continue with a pasted transcript. */
	transcript_wanted: z.boolean(),
	/** When another attempt makes sense, if known: for example when the daily limit resets. */
	retry_at: Instant.optional(),
	/** The captions to choose from, if their language decides. */
	tracks: z.array(z.object({ language: z.string(), kind: z.enum(["manual", "asr"]) })).optional(),
});
export type RunError = z.infer<typeof RunError>;
