import { Hono } from "hono";
import {
	type SessionAnswer,
	SignInRequest,
	SignUpRequest,
} from "#contract/account.ts";
import { signIn } from "#use-cases/sign-in.ts";
import { signUp } from "#use-cases/sign-up.ts";
import { addressOf } from "../address-of.ts";
import type { AppEnv } from "../app-env.ts";
import { readJson } from "../read-json.ts";
import { clearSessionCookie, writeSessionCookie } from "../session-cookie.ts";

/** Account forms are small. */
const MAX_BODY_BYTES = 16 * 1024;

export const auth = new Hono<AppEnv>()
	.get("/session", (c) =>
		c.json({ user: c.get("user") } satisfies SessionAnswer),
	)
	.post("/sign-up", async (c) => {
		const input = await readJson(c, SignUpRequest, MAX_BODY_BYTES);
		const { user, token } = await signUp(c.get("deps").accounts, {
			...input,
			address: addressOf(c),
			user_agent: c.req.header("user-agent") ?? null,
		});
		writeSessionCookie(c, token);
		return c.json({ user } satisfies SessionAnswer, 201);
	})
	.post("/sign-in", async (c) => {
		const input = await readJson(c, SignInRequest, MAX_BODY_BYTES);
		const { user, token } = await signIn(c.get("deps").accounts, {
			...input,
			address: addressOf(c),
			user_agent: c.req.header("user-agent") ?? null,
		});
		writeSessionCookie(c, token);
		return c.json({ user } satisfies SessionAnswer);
	})
	.post("/sign-out", async (c) => {
		const hash = c.get("session_hash");
		if (hash) await c.get("deps").accounts.endSession(hash);
		clearSessionCookie(c);
		return c.json({ user: null } satisfies SessionAnswer);
	});
