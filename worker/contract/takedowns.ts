import * as z from "zod";
import { Instant, VideoId } from "./ids.ts";
import { MAX_LINK_CHARS, MAX_REASON_CHARS } from "./limits.ts";

/**
 * What admins can take down: a video's report, one of its statements, a page that a member added, the
 * page and comment of a dispute, a creator's response, a name that a member gave a speaker, or a
 * member's account.
 */
export const TakedownKind = z.enum([
	"video",
	"statement",
	"page",
	"dispute",
	"response",
	"speaker_name",
	"member",
]);
export type TakedownKind = z.infer<typeof TakedownKind>;

export const TakedownReason = z.enum([
	"wrong_person",
	"private",
	"copyright",
	"defamation",
	"wrong_words",
	"legal_order",
	"abuse",
	"other",
]);
export type TakedownReason = z.infer<typeof TakedownReason>;

/** What is public of a takedown. */
export const TakenDown = z.object({
	kind: TakedownKind,
	reason: TakedownReason,
	sentence: z.string(),
	hidden_at: Instant,
});
export type TakenDown = z.infer<typeof TakenDown>;

export const Takedown = TakenDown.extend({
	id: z.string(),
	/** Its name at the time of the decision. */
	label: z.string(),
	/** null for a member. */
	video_id: VideoId.nullable(),
});
export type Takedown = z.infer<typeof Takedown>;

export const Takedowns = z.object({
	hidden: z.array(Takedown),
	next_cursor: z.string().nullable(),
});
export type Takedowns = z.infer<typeof Takedowns>;

/** Of a page: its video's id, a space and its address. A speaker's name has the speaker there. */
const MAX_ID_CHARS = 12 + MAX_LINK_CHARS;

/** Takes something down, or shows it again. */
export const TakedownRequest = z
	.strictObject({
		kind: TakedownKind,
		id: z.string().trim().min(1).max(MAX_ID_CHARS),
		hidden: z.boolean(),
		/** Required to take something down, and only there. */
		reason: TakedownReason.optional(),
		/** Required to take something down. */
		sentence: z.string().trim().min(1).max(MAX_REASON_CHARS).optional(),
	})
	.superRefine(({ hidden, reason, sentence }, context) => {
		const complain = (name: string, message: string) =>
			context.addIssue({ code: "custom", path: [name], message });
		if (!hidden && reason) complain("reason", 'Must be left out where "hidden" is false.');
		if (!hidden) return;
		if (!reason) complain("reason", "Required.");
		if (!sentence) complain("sentence", "Required.");
	});
export type TakedownRequest = z.infer<typeof TakedownRequest>;

export const TakedownAnswer = z.object({
	/** null if it is shown. */
	hidden: Takedown.nullable(),
});
export type TakedownAnswer = z.infer<typeof TakedownAnswer>;
