import { sql } from "drizzle-orm";
import { CodeRequest, FactorSetUp, NewSecondFactor, RecoveryCodes } from "#contract/account.ts";
import { runBatch } from "#db/batch.ts";
import { endpoint } from "#http/endpoint.ts";
import { empty, json } from "#http/operation.ts";
import { readCaller } from "#identity/caller.ts";
import { hasSignedInRecently } from "#identity/require.ts";
import { provePassword } from "../account.ts";
import { secondFactorMail } from "../mail/mails.ts";
import { sendNotice } from "../mail/site-mailer.ts";
import { deleteFactor } from "./queries.ts";
import { checkCode, confirmFactor, renewCodes, setUpFactor } from "./second-factor.ts";

const PATH = "/api/me/second-factor";
const WRONG = "The code is wrong or was already used.";
const ATTEMPTS = "Too many wrong codes.";

/** The member's second factor. An API key cannot manage it. */
export const secondFactorEndpoints = [
	endpoint({
		method: "POST",
		path: PATH,
		id: "setUpSecondFactor",
		summary: "Start setting up a second factor",
		detail:
			"Only this answer contains the secret for an authenticator app (TOTP, RFC 6238). Codes are required once `/confirm` has received the first one.",
		access: "session",
		body: FactorSetUp.optional(),
		answers: { 201: json("The secret.", NewSecondFactor) },
		problems: {
			403: "The password is wrong.",
			409: "There is a second factor already.",
			429: "Too many passwords were entered, or too many set-ups begun.",
		},
		handle: async (context, { c, member, session_hash, body }) => {
			await provePassword(context, member.id, {
				password: body?.password,
				session_hash,
				recent: hasSignedInRecently(c),
			});
			return setUpFactor(context, member);
		},
	}),
	endpoint({
		method: "POST",
		path: `${PATH}/confirm`,
		id: "confirmSecondFactor",
		summary: "Turn the second factor on with its first code",
		access: "session",
		body: CodeRequest,
		answers: { 200: json("Recovery codes, shown once.", RecoveryCodes) },
		problems: { 403: WRONG, 409: "There is nothing to confirm.", 429: ATTEMPTS },
		handle: async (context, { c, member, body: { code } }) => {
			const caller = readCaller(c);
			const recovery_codes = await confirmFactor(context, member.id, code, caller.known_browser);
			caller.later(() => sendNotice(context, member, secondFactorMail(caller, true)));
			return { recovery_codes };
		},
	}),
	endpoint({
		method: "POST",
		path: `${PATH}/recovery-codes`,
		id: "renewRecoveryCodes",
		summary: "Replace the recovery codes",
		access: "session",
		body: CodeRequest,
		answers: { 200: json("Recovery codes, shown once.", RecoveryCodes) },
		problems: { 403: WRONG, 429: ATTEMPTS },
		handle: async (context, { c, member, body: { code } }) => {
			await checkCode(context, member.id, code, readCaller(c).known_browser);
			return { recovery_codes: await renewCodes(context, member.id) };
		},
	}),
	endpoint({
		method: "DELETE",
		path: PATH,
		id: "turnOffSecondFactor",
		summary: "Turn the second factor off",
		access: "session",
		body: CodeRequest,
		answers: { 204: empty("Signing in no longer asks for a code.") },
		problems: { 403: WRONG, 429: ATTEMPTS },
		handle: async (context, { c, member, body: { code } }) => {
			const caller = readCaller(c);
			await checkCode(context, member.id, code, caller.known_browser);
			const { primary } = context.db;
			await runBatch(primary, deleteFactor(primary, sql`${member.id}`));
			caller.later(() => sendNotice(context, member, secondFactorMail(caller, false)));
			return null;
		},
	}),
];
