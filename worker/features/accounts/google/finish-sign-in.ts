import { type AuthError, Email } from "#contract/account.ts";
import { MemberId } from "#contract/ids.ts";
import { endStreams } from "#features/notifications/publish.ts";
import type { Caller } from "#identity/caller.ts";
import { isProofRecent } from "#identity/require.ts";
import { newId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { confirmsByMail } from "../mail/site-mailer.ts";
import type { SignedIn } from "../open-session.ts";
import { readFactor } from "../second-factor/queries.ts";
import {
	type SecondFactorAsked,
	signInOrAsk,
} from "../second-factor/second-factor.ts";
import {
	createIdentityProvider,
	type OidcClient,
	type SignInTransaction,
	type VouchedIdentity,
} from "./identity-provider.ts";
import { adoptIdentity } from "./identity-queries.ts";

const MAX_NAME_CHARS = 100;
const MAX_PICTURE_CHARS = 500;

/** null if the operator has not set up a client at Google. */
export function googleClient({
	settings,
}: Pick<Context, "settings">): OidcClient | null {
	const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER } = settings;
	if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null;
	return {
		issuer: GOOGLE_ISSUER,
		client_id: GOOGLE_CLIENT_ID,
		client_secret: GOOGLE_CLIENT_SECRET,
	};
}

/** The query with which the provider sends the browser back. */
export type ProviderAnswer = { state: string | null; code: string | null };

/**
 * Signs in the person whom the provider identified, or returns why not: the sign-in was
 * cancelled or forged ("google_failed"), the provider has not verified the address, or a
 * member who is here to prove who they are has not signed in there lately.
 * Throws if the provider cannot be reached or trusted.
 */
export async function finishProviderSignIn(
	context: Context,
	client: OidcClient,
	transaction: SignInTransaction | null,
	answer: ProviderAnswer,
	browser: Caller,
): Promise<SignedIn | SecondFactorAsked | AuthError> {
	if (!transaction || answer.state !== transaction.state || !answer.code)
		return "google_failed";
	const identity = await createIdentityProvider(client).identify(
		answer.code,
		transaction,
	);
	const email = Email.safeParse(identity.email);
	// An address that is not verified may belong to anyone.
	if (!identity.email_verified || !email.success) return "google_unverified";
	const user = await adoptIdentity(
		context.db.primary,
		{
			issuer: identity.issuer,
			subject: identity.subject,
			email: email.data,
			full_name: readName(identity, email.data),
			avatar_url: readPicture(identity),
		},
		{
			member_id: MemberId.parse(newId()),
			now: context.now().toISOString(),
		},
	);
	// It may have taken the account over from somebody who had only claimed the address.
	await endStreams(context, user.id);
	const proven_at = readProof(context, identity);
	if (transaction.again && !isProofRecent(context, proven_at)) {
		const factor = await readFactor(context.db.primary, user.id);
		if (!factor?.confirmed_at) return "google_not_recent";
	}
	return signInOrAsk(context, user, browser, { proven_at });
}

/**
 * When the person last proved to the provider who they are. If it does not say, nobody
 * knows; only on a site without mail, which offers no other proof, the sign-in counts.
 */
function readProof(
	context: Context,
	{ auth_time }: VouchedIdentity,
): string | null {
	const now = context.now();
	if (auth_time === null)
		return confirmsByMail(context) ? null : now.toISOString();
	// A provider's clock may be a little fast.
	const proven_ms = Math.min(auth_time * 1_000, now.getTime());
	return new Date(proven_ms).toISOString();
}

function readName({ name }: VouchedIdentity, email: string): string {
	const shown = name?.trim() || email.split("@")[0] || email;
	return shown.slice(0, MAX_NAME_CHARS);
}

function readPicture({ picture }: VouchedIdentity): string | null {
	return picture?.startsWith("https://") && picture.length <= MAX_PICTURE_CHARS
		? picture
		: null;
}
