import * as z from "zod";
import { AddPageRequest } from "./evidence.ts";
import { Instant, StatementId, VideoId } from "./ids.ts";
import { MAX_RESPONSE_CHARS } from "./limits.ts";

/** Must contain at least one visible character. */
const Body = z
	.string()
	.trim()
	.max(MAX_RESPONSE_CHARS)
	.regex(/[\p{L}\p{N}\p{P}\p{S}]/u, "It has no readable text.");

export const ResponseRequest = z.strictObject({
	video_id: VideoId,
	/** If omitted, the response is to the whole analysis. */
	statement_id: StatementId.optional(),
	body: Body,
	/**
	 * The address of a page that supports the response to a statement. It is added to the
	 * statement, which is then checked again.
	 */
	page: AddPageRequest.shape.url.optional(),
});
export type ResponseRequest = z.infer<typeof ResponseRequest>;

export const ResponseEdit = z.strictObject({ body: Body });
export type ResponseEdit = z.infer<typeof ResponseEdit>;

/** A verified creator's response to the analysis of their video. */
export const CreatorResponse = z.object({
	id: z.string(),
	video_id: VideoId,
	statement_id: StatementId.nullable(),
	/** The statement's text if a newer analysis dropped the statement, otherwise null. */
	retired_statement: z.string().nullable(),
	channel_name: z.string(),
	/** Empty after the response was withdrawn. */
	body: z.string(),
	created_at: Instant,
	updated_at: Instant,
	/** null unless it was withdrawn. */
	withdrawn_at: Instant.nullable(),
	/** Earlier texts, oldest first; empty after the response was withdrawn. */
	history: z.array(z.object({ body: z.string(), replaced_at: Instant })),
});
export type CreatorResponse = z.infer<typeof CreatorResponse>;

export const ResponseAnswer = z.object({ response: CreatorResponse });
export type ResponseAnswer = z.infer<typeof ResponseAnswer>;

/**
 * Whether the statement is checked again now. "started": a run has begun. Otherwise the next
 * analysis reads the page. "busy": another analysis of the video is running. "no_budget": the
 * site's budget of the day is spent. "limit": as many analyses as one hour allows have been
 * started. "from_memory": the result was rated without sources, so that no statement of it can be
 * checked alone. "unavailable": it could not be started for another reason.
 */
export const FreshLook = z.enum([
	"started",
	"busy",
	"no_budget",
	"limit",
	"from_memory",
	"unavailable",
]);
export type FreshLook = z.infer<typeof FreshLook>;

export const NewResponseAnswer = ResponseAnswer.extend({
	/** null if the response has no page. */
	fresh_look: FreshLook.nullable(),
});
export type NewResponseAnswer = z.infer<typeof NewResponseAnswer>;
