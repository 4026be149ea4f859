import { type Context, Hono } from "hono";
import type { AuthError } from "#contract/account.ts";
import { Refusal } from "#domain/refusal.ts";
import { returnPath } from "#domain/return-path.ts";
import { finishProviderSignIn } from "#use-cases/finish-provider-sign-in.ts";
import { log } from "#worker/compose/log.ts";
import type { AppEnv } from "../app-env.ts";
import { callerOf } from "../caller-of.ts";
import { writeSessionCookie } from "../session-cookie.ts";
import {
	clearTransactionCookie,
	readTransactionCookie,
	writeTransactionCookie,
} from "../sign-in-transaction-cookie.ts";

/**
 * Sign-in with Google: the browser itself comes here, so what goes wrong on
 * the way is told on a page of the app.
 */
export const google = new Hono<AppEnv>()
	.get("/", async (c) => {
		const deps = googleOf(c);
		const transaction = deps.newTransaction(
			`${c.get("deps").site.originOf(c.req.url)}/api/auth/google/callback`,
			returnPath(c.req.query("return_to")),
		);
		try {
			const url = await deps.provider.authorizationUrl(transaction);
			writeTransactionCookie(c, await deps.seal(transaction));
			return c.redirect(url);
		} catch (error) {
			return failed(c, "google_failed", error);
		}
	})
	.get("/callback", async (c) => {
		const deps = googleOf(c);
		const sealed = readTransactionCookie(c);
		clearTransactionCookie(c);
		const transaction = sealed ? await deps.unseal(sealed) : null;
		const state = c.req.query("state") ?? null;
		const code = c.req.query("code") ?? null;
		try {
			const outcome = await finishProviderSignIn(
				deps,
				transaction,
				{ state, code },
				callerOf(c),
			);
			if (typeof outcome === "string") return failed(c, outcome);
			writeSessionCookie(c, outcome.token);
			return c.redirect(transaction?.return_to ?? "/");
		} catch (error) {
			return failed(c, "google_failed", error);
		}
	});

function googleOf(c: Context<AppEnv>) {
	const { google } = c.get("deps");
	if (google) return google;
	throw new Refusal({
		status: 404,
		code: "google_unavailable",
		title: "Google sign-in is not available",
		detail: "Google sign-in is not available. Please use email authentication.",
	});
}

function failed(c: Context<AppEnv>, why: AuthError, error?: unknown): Response {
	if (error)
		log("Google sign-in failed", { request_id: c.get("request_id"), error });
	return c.redirect(`/?auth_error=${why}`);
}
