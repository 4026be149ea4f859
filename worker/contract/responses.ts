import * as z from "zod";
import { Instant, StatementId, VideoId } from "./ids.ts";
import { MAX_RESPONSE_CHARS } from "./limits.ts";

/** Has at least one character that can be seen. */
const Body = z
	.string()
	.trim()
	.max(MAX_RESPONSE_CHARS)
	.regex(/[\p{L}\p{N}\p{P}\p{S}]/u, "There is nothing to read in it.");

export const ResponseRequest = z.object({
	video_id: VideoId,
	/** Absent: a response to the whole analysis. */
	statement_id: StatementId.optional(),
	body: Body,
});
export type ResponseRequest = z.infer<typeof ResponseRequest>;

export const ResponseEdit = z.object({ body: Body });
export type ResponseEdit = z.infer<typeof ResponseEdit>;

/** A verified creator's response to the analysis of their video. */
export const CreatorResponse = z.object({
	id: z.string(),
	video_id: VideoId,
	statement_id: StatementId.nullable(),
	/** The statement's text, if a newer analysis no longer has it; else null. */
	retired_statement: z.string().nullable(),
	channel_name: z.string(),
	/** Empty after it was withdrawn. */
	body: z.string(),
	created_at: Instant,
	updated_at: Instant,
	/** null unless it was withdrawn. */
	withdrawn_at: Instant.nullable(),
	/** Earlier texts, oldest first; empty after it was withdrawn. */
	history: z.array(z.object({ body: z.string(), replaced_at: Instant })),
});
export type CreatorResponse = z.infer<typeof CreatorResponse>;

export const ResponseAnswer = z.object({ response: CreatorResponse });
export type ResponseAnswer = z.infer<typeof ResponseAnswer>;
