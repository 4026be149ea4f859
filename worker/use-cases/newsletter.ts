import type { Mailer } from "#outbound/mail/mailer.ts";
import type { Accounts } from "./accounts.ts";

/** What the newsletter's list needs from outside. */
export type Newsletter = {
	quota: Pick<Accounts["quota"], "mails">;
	/** null where the site sends no mail: then nobody is asked to confirm. */
	mailer: Mailer | null;
	/** The secret of a link to confirm by; null where there is nothing to confirm. */
	subscribe(email: string): Promise<string | null>;
	/** A second time changes nothing. null for a link that is not (any more) known. */
	confirm(token: string): Promise<{ email: string; first: boolean } | null>;
	/** Whether the link is known. */
	leave(token: string): Promise<boolean>;
};
