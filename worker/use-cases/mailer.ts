import type { MailText } from "#domain/mails/render-mail.ts";

export type Mail = MailText & {
	/** One bare address. */
	to: string;
};

export type Mailer = { send(mail: Mail): Promise<void> };

/** Runs work after the answer was given, so that the answer tells nothing of it. */
export type Later = (work: () => Promise<void>) => void;
