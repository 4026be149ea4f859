import * as z from "zod";
import { Instant } from "./ids.ts";

/** The actions of admins that are recorded. */
export const AuditAction = z.enum([
	"claim_verified",
	"claim_rejected",
	"votes_lifted",
	"votes_upheld",
	"response_hidden",
	"response_shown",
	"speaker_name_hidden",
	"speaker_name_shown",
	"page_hidden",
	"page_shown",
	"dispute_hidden",
	"dispute_shown",
	"video_hidden",
	"video_shown",
	"statement_hidden",
	"statement_shown",
	"account_closed",
	"account_reopened",
	"notice_answered",
	"newsletter_exported",
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const AuditEntry = z.object({
	id: z.string(),
	decided_at: Instant,
	/** `full_name` is null after the admin's account was deleted. */
	admin: z.object({ id: z.string(), full_name: z.string().nullable() }),
	action: AuditAction,
	/**
	 * What the decision was about. `label` is its name at that time; `id` is empty if the subject
	 * is a whole list.
	 */
	subject: z.object({ id: z.string(), label: z.string() }),
	reason: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditLog = z.object({
	entries: z.array(AuditEntry),
	next_cursor: z.string().nullable(),
});
export type AuditLog = z.infer<typeof AuditLog>;
