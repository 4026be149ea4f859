import * as z from "zod";
import { AddPageRequest } from "./evidence.ts";
import { Instant, StatementId, VideoId } from "./ids.ts";
import { MAX_RESPONSE_CHARS } from "./limits.ts";
import { hasVisible } from "./written-text.ts";

const Body = z
	.string()
	.trim()
	.min(1)
	.max(MAX_RESPONSE_CHARS)
	.refine(hasVisible, { error: "It has no readable text." });

export const ResponseRequest = z.strictObject({
	video_id: VideoId,
	statement_id: StatementId.optional(),
	body: Body,
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
	retired_statement: z.string().nullable(),
	channel_name: z.string(),
	/** Empty if the response was withdrawn, or an admin hides it. */
	body: z.string(),
	created_at: Instant,
	updated_at: Instant,
	withdrawn_at: Instant.nullable(),
	/** Present only if an admin hides its text. */
	hidden_at: Instant.optional(),
	/** Earlier texts, oldest first; empty like `body`. */
	history: z.array(z.object({ body: z.string(), replaced_at: Instant })),
});
export type CreatorResponse = z.infer<typeof CreatorResponse>;

export const ResponseAnswer = z.object({ response: CreatorResponse });
export type ResponseAnswer = z.infer<typeof ResponseAnswer>;

/**
 * Whether the statement is checked again now. "started": a run has begun, or waits for the
 * video's running one. Otherwise the next analysis reads the page. "busy": too many are waiting. "no_budget": the
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
