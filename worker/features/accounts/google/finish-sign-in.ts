import { type AuthError, Email } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Browser, SignedIn } from "#use-cases/accounts.ts";
import type {
	IdentityProvider,
	SignInTransaction,
	VouchedIdentity,
} from "./identity-provider.ts";

const MAX_NAME_CHARS = 100;
const MAX_PICTURE_CHARS = 500;

export type ProviderSignIns = {
	provider: IdentityProvider;
	/** The member whose identity or address it is, or a new one. */
	adopt(identity: {
		issuer: string;
		subject: string;
		email: string;
		full_name: string;
		avatar_url: string | null;
	}): Promise<SignedIn["user"]>;
	openSession(member_id: MemberId, browser: Browser): Promise<string>;
};

/** Why the browser comes back, in the provider's words. */
export type ProviderAnswer = { state: string | null; code: string | null };

/**
 * Signs in whoever the provider vouches for. Says why not: it was left or
 * forged ("google_failed"; throws where the provider cannot be asked or
 * trusted), or the provider has not verified the address.
 */
export async function finishProviderSignIn(
	sign_ins: ProviderSignIns,
	transaction: SignInTransaction | null,
	answer: ProviderAnswer,
	browser: Browser,
): Promise<SignedIn | AuthError> {
	if (!transaction || answer.state !== transaction.state || !answer.code)
		return "google_failed";
	const identity = await sign_ins.provider.identify(answer.code, transaction);
	const email = Email.safeParse(identity.email);
	// An address that is not verified may be anybody's.
	if (!identity.email_verified || !email.success) return "google_unverified";
	const user = await sign_ins.adopt({
		issuer: identity.issuer,
		subject: identity.subject,
		email: email.data,
		full_name: nameOf(identity, email.data),
		avatar_url: pictureOf(identity),
	});
	return { user, token: await sign_ins.openSession(user.id, browser) };
}

function nameOf({ name }: VouchedIdentity, email: string): string {
	const shown = name?.trim() || email.split("@")[0] || email;
	return shown.slice(0, MAX_NAME_CHARS);
}

function pictureOf({ picture }: VouchedIdentity): string | null {
	return picture?.startsWith("https://") && picture.length <= MAX_PICTURE_CHARS
		? picture
		: null;
}
