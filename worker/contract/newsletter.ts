import * as z from "zod";
import { Email } from "./account.ts";

export const NewsletterRequest = z.strictObject({ email: Email });
export type NewsletterRequest = z.infer<typeof NewsletterRequest>;

/** The outcome of following a link in a newsletter mail; the app reads it from `/?newsletter=`. */
export const NewsletterOutcome = z.enum(["confirmed", "unsubscribed", "unknown_link"]);
export type NewsletterOutcome = z.infer<typeof NewsletterOutcome>;
