import * as z from "zod";
import { Email } from "./account.ts";
import { Instant } from "./ids.ts";
import { MAX_LINK_CHARS, MAX_NOTICE_CHARS, MAX_REASON_CHARS } from "./limits.ts";
import { hasVisible } from "./written-text.ts";

/** What a notice says is wrong. */
export const NoticeKind = z.enum([
	"wrong_person",
	"private",
	"copyright",
	"defamation",
	"wrong_words",
	"other",
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

export const NoticeRequest = z.strictObject({
	kind: NoticeKind,
	/** The address of the report or statement on this site, whole or as a path. */
	url: z.string().trim().min(1).max(MAX_LINK_CHARS),
	text: z
		.string()
		.trim()
		.min(1)
		.max(MAX_NOTICE_CHARS)
		.refine(hasVisible, { error: "It has no readable text." }),
	/** Where the answer is sent besides, if the site sends mail. */
	email: Email.optional(),
});
export type NoticeRequest = z.infer<typeof NoticeRequest>;

/** 160 random bits, so that nobody finds another's notice by trying numbers. */
export const NoticeNumber = z.string().regex(/^[0-9a-hjkmnp-tv-z]{32}$/);

/** Whether the site's team took something down because of it. */
export const NoticeOutcome = z.enum(["taken_down", "corrected", "no_change"]);
export type NoticeOutcome = z.infer<typeof NoticeOutcome>;

/** A notice as anyone who has its number sees it. */
export const Notice = z.object({
	number: NoticeNumber,
	kind: NoticeKind,
	/** A path of this site. */
	path: z.string(),
	text: z.string(),
	sent_at: Instant,
	/** null until it is answered. */
	answer: z.object({ outcome: NoticeOutcome, text: z.string(), answered_at: Instant }).nullable(),
});
export type Notice = z.infer<typeof Notice>;

export const NewNoticeAnswer = z.object({ number: NoticeNumber, page: z.string() });
export type NewNoticeAnswer = z.infer<typeof NewNoticeAnswer>;

/** A notice as admins see it. */
export const ReviewNotice = Notice.extend({
	/** null without one, and 90 days after the answer. */
	email: z.string().nullable(),
});
export type ReviewNotice = z.infer<typeof ReviewNotice>;

export const ReviewNotices = z.object({
	notices: z.array(ReviewNotice),
	next_cursor: z.string().nullable(),
});
export type ReviewNotices = z.infer<typeof ReviewNotices>;

export const NoticeReply = z.strictObject({
	number: NoticeNumber,
	outcome: NoticeOutcome,
	text: z
		.string()
		.trim()
		.min(1)
		.max(MAX_REASON_CHARS * 4),
});
export type NoticeReply = z.infer<typeof NoticeReply>;
