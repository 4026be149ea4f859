import * as z from "zod";
import { Email } from "./account.ts";

export const NewsletterRequest = z.strictObject({ email: Email });
export type NewsletterRequest = z.infer<typeof NewsletterRequest>;
