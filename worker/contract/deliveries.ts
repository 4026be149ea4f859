import * as z from "zod";
import { MessageAnswer } from "./account.ts";
import { Instant } from "./ids.ts";
import { Me } from "./me.ts";

/** Whether another address would help, or the site's mail server is at fault. */
export const MailFault = z.enum(["recipient", "server"]);
export type MailFault = z.infer<typeof MailFault>;

/** Asks `GET /api/mail/deliveries/{id}`; null on a site that sends no email. */
const delivery_id = z.string().nullable();

/** The answer to a request whose result, if any, arrives by email. */
export const MailedAnswer = MessageAnswer.extend({ delivery_id });
export type MailedAnswer = z.infer<typeof MailedAnswer>;

/** The account after a change. */
export const EditedMe = Me.extend({ delivery_id });
export type EditedMe = z.infer<typeof EditedMe>;

export const Delivery = z.object({
	failed: z.boolean(),
	/** What the waiting person may do; null unless it failed. */
	detail: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const FailedEmail = z.object({
	failed_at: Instant,
	domain: z.string(),
	subject: z.string().nullable(),
	fault: MailFault,
	reply: z.string(),
});
export type FailedEmail = z.infer<typeof FailedEmail>;

export const FailedEmails = z.object({ failed: z.array(FailedEmail) });
export type FailedEmails = z.infer<typeof FailedEmails>;
