import * as z from "zod";
import { Email } from "./account.ts";

export const NewsletterRequest = z.object({ email: Email });
export type NewsletterRequest = z.infer<typeof NewsletterRequest>;

/** The outcome that `/?newsletter=` tells the app after a link in a mail was followed. */
export const NewsletterOutcome = z.enum([
	"confirmed",
	"unsubscribed",
	"unknown_link",
]);
export type NewsletterOutcome = z.infer<typeof NewsletterOutcome>;
