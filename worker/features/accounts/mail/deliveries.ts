import type { Caller } from "#identity/caller.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { checkMailServer } from "#outbound/mail/mailer.ts";
import type { Context } from "#worker/context.ts";
import { knowsAccount } from "./delivery-queries.ts";
import { confirmsByMail, noteFailure } from "./site-mailer.ts";

/** What a waiting browser asks with whether its email failed; null if the site sends none. */
export function newDelivery(context: Context): string | null {
	return confirmsByMail(context) ? newToken() : null;
}

/** The token that a browser has stored since its sign-up, if any. */
export type SignUpCookie = { sign_up_token: string | null };

type Browser = SignUpCookie & Pick<Caller, "session_hash" | "known_browser">;
type Waiting = Browser & { email: string; delivery: string | null };

/**
 * Sends an email that not every address gets, without telling strangers which do. The mail server is
 * asked first, for every address alike, and what it refuses then is told. What happens to the email
 * itself is told only to a browser that has been in the account, or signed up with the address.
 */
export async function sendPrivately(
	context: Context,
	{ email, delivery, ...browser }: Waiting,
	send: (delivery: string | null) => Promise<void>,
): Promise<void> {
	await askMailServer(context, { email, delivery });
	const known = delivery !== null && (await mayKnow(context, email, browser));
	await send(known ? delivery : null);
}

/** Throws, and tells the waiting browser, if the mail server takes no email at all. */
export async function askMailServer(
	context: Context,
	{ email: to, delivery }: Omit<Waiting, keyof Browser>,
): Promise<void> {
	const { SMTP_URL } = context.settings;
	if (!SMTP_URL) return;
	await checkMailServer(SMTP_URL).catch(async (error: unknown) => {
		await noteFailure(context, { to, subject: null, delivery }, error);
		throw error;
	});
}

function mayKnow({ db }: Context, email: string, browser: Browser): Promise<boolean> {
	const { session_hash, known_browser, sign_up_token } = browser;
	const sign_up_hash = sign_up_token === null ? null : hashToken(sign_up_token);
	return knowsAccount(db.primary, email, { session_hash, known_browser, sign_up_hash });
}
