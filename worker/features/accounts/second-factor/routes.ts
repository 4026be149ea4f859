import { sql } from "drizzle-orm";
import { Hono } from "hono";
import {
	CodeRequest,
	FactorSetUp,
	NewSecondFactor,
	RecoveryCodes,
} from "#contract/second-factor.ts";
import { runBatch } from "#db/batch.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson, readOptionalJson } from "#http/body.ts";
import { empty, json, type Operations } from "#http/operation.ts";
import { readCaller } from "#identity/caller.ts";
import { hasSignedInRecently, requireSession } from "#identity/require.ts";
import { provePassword } from "../account.ts";
import { secondFactorMail } from "../mail/mails.ts";
import { sendNotice } from "../mail/site-mailer.ts";
import { deleteFactor } from "./queries.ts";
import { checkCode, confirmFactor, renewCodes, setUpFactor } from "./second-factor.ts";

/** The member's second factor. An API key cannot manage it. */
export const mySecondFactor = new Hono<AppEnv>()
	.post("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		const { password } = await readOptionalJson(c, FactorSetUp);
		const context = c.get("context");
		await provePassword(context, user.id, {
			password,
			session_hash,
			recent: hasSignedInRecently(c),
		});
		return c.json(await setUpFactor(context, user), 201);
	})
	.post("/confirm", async (c) => {
		const { user } = requireSession(c);
		const { code } = await readJson(c, CodeRequest);
		const context = c.get("context");
		const caller = readCaller(c);
		const recovery_codes = await confirmFactor(context, user.id, code, caller.known_browser);
		caller.later(() => sendNotice(context, user, secondFactorMail(caller, true)));
		return c.json({ recovery_codes } satisfies RecoveryCodes);
	})
	.post("/recovery-codes", async (c) => {
		const { user } = requireSession(c);
		const { code } = await readJson(c, CodeRequest);
		const context = c.get("context");
		await checkCode(context, user.id, code, readCaller(c).known_browser);
		const recovery_codes = await renewCodes(context, user.id);
		return c.json({ recovery_codes } satisfies RecoveryCodes);
	})
	.delete("/", async (c) => {
		const { user } = requireSession(c);
		const { code } = await readJson(c, CodeRequest);
		const context = c.get("context");
		const caller = readCaller(c);
		await checkCode(context, user.id, code, caller.known_browser);
		const { primary } = context.db;
		await runBatch(primary, deleteFactor(primary, sql`${user.id}`));
		caller.later(() => sendNotice(context, user, secondFactorMail(caller, false)));
		return c.body(null, 204);
	});

const WRONG = "The code is wrong or was already used.";
const ATTEMPTS = "Too many wrong codes.";

/** The second factor in the API description. */
export const secondFactorOperations = (): Operations => ({
	"POST /api/me/second-factor": {
		id: "setUpSecondFactor",
		summary: "Start setting up a second factor",
		detail:
			"Only this answer contains the secret for an authenticator app (TOTP, RFC 6238). Codes are required once `/confirm` has received the first one.",
		access: "session",
		body: { schema: FactorSetUp, optional: true },
		answers: { 201: json("The secret.", NewSecondFactor) },
		problems: {
			403: "The password is wrong.",
			409: "There is a second factor already.",
			429: "Too many passwords were entered, or too many set-ups begun.",
		},
	},
	"POST /api/me/second-factor/confirm": {
		id: "confirmSecondFactor",
		summary: "Turn the second factor on with its first code",
		access: "session",
		body: { schema: CodeRequest },
		answers: { 200: json("Recovery codes, shown once.", RecoveryCodes) },
		problems: {
			403: WRONG,
			409: "There is nothing to confirm.",
			429: ATTEMPTS,
		},
	},
	"POST /api/me/second-factor/recovery-codes": {
		id: "renewRecoveryCodes",
		summary: "Replace the recovery codes",
		access: "session",
		body: { schema: CodeRequest },
		answers: { 200: json("Recovery codes, shown once.", RecoveryCodes) },
		problems: { 403: WRONG, 429: ATTEMPTS },
	},
	"DELETE /api/me/second-factor": {
		id: "turnOffSecondFactor",
		summary: "Turn the second factor off",
		access: "session",
		body: { schema: CodeRequest },
		answers: { 204: empty("Signing in no longer asks for a code.") },
		problems: { 403: WRONG, 429: ATTEMPTS },
	},
});
