import * as z from "zod";
import { Instant, MemberId } from "./ids.ts";

export const PASSWORD_MIN = 6;
/** Long enough for any passphrase; bounds the hashing work. */
export const PASSWORD_MAX = 256;

export const Email = z
	.string()
	.trim()
	.max(254)
	.regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\]+$/);

export const SignUpRequest = z.object({
	full_name: z.string().trim().min(1).max(100),
	email: Email,
	password: z.string().min(PASSWORD_MIN).max(PASSWORD_MAX),
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;

export const SignInRequest = z.object({
	email: z.string().trim().max(254),
	password: z.string().max(PASSWORD_MAX),
});
export type SignInRequest = z.infer<typeof SignInRequest>;

export const User = z.object({
	id: MemberId,
	email: z.string(),
	full_name: z.string(),
	avatar_url: z.string().nullable(),
	created_at: Instant,
});
export type User = z.infer<typeof User>;

export const SessionAnswer = z.object({ user: User.nullable() });
export type SessionAnswer = z.infer<typeof SessionAnswer>;
