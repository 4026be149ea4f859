import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type AuthError, Email, User } from "#contract/account.ts";
import { MemberId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { members, oauthIdentities, USER_COLUMNS } from "#db/tables/members.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { addressKey, hasAddress } from "#identity/address-queries.ts";
import type { Caller } from "#identity/caller.ts";
import { isProofRecent } from "#identity/require.ts";
import { newId } from "#identity/tokens.ts";
import { storedText } from "#text/clean.ts";
import type { Context } from "#worker/context.ts";
import { endAccess, endLinks } from "../end-access.ts";
import { confirmsByMail } from "../mail/site-mailer.ts";
import type { SignedIn } from "../open-session.ts";
import { deleteFactor, readFactor } from "../second-factor/queries.ts";
import { type SecondFactorAsked, signInOrAsk } from "../second-factor/second-factor.ts";
import {
	identify,
	type OidcClient,
	type SignInTransaction,
	type VouchedIdentity,
} from "./identity-provider.ts";
import type { UnlinkedIdentity } from "./link-identity.ts";

const MAX_NAME_CHARS = 100;
const MAX_PICTURE_CHARS = 500;

/**
 * Signs in the person whom the provider identified, or returns the reason for a failure:
 * "google_failed" if this browser began no sign-in, "google_unverified" if the provider has not
 * verified the address, "google_not_recent" if a member who has to reauthenticate signed in at the
 * provider too long ago. `redirect` has the query parameters of the redirect to the callback.
 * An identity "to_link" has the address of an account that something else has to open once.
 * Throws if it was forged or cancelled, or if the provider cannot be reached or trusted.
 */
export async function finishProviderSignIn(
	context: Context,
	client: OidcClient,
	transaction: SignInTransaction | null,
	redirect: URLSearchParams,
	browser: Caller,
): Promise<SignedIn | SecondFactorAsked | AuthError | { to_link: UnlinkedIdentity }> {
	if (!transaction) return "google_failed";
	const identity = await identify(client, redirect, transaction);
	const email = Email.safeParse(identity.email);
	// An unverified address may belong to anyone.
	if (!identity.email_verified || !email.success) return "google_unverified";
	const user = await adoptIdentity(
		context.db.primary,
		{
			issuer: identity.issuer,
			subject: identity.subject,
			email: email.data,
			full_name: readName(identity, email.data),
			avatar_url: readPicture(identity),
			owns_address: ownsAddress(identity),
		},
		{ member_id: MemberId.parse(newId()), now: context.now().toISOString() },
	);
	if (user === null) return { to_link: { ...identity, email: email.data } };
	// The sign-in may have taken over an account from someone who signed up with another person's
	// address.
	await endStreams(context, user.id);
	const proven_at = readProof(context, identity);
	if (transaction.again && !isProofRecent(context, proven_at)) {
		const factor = await readFactor(context.db.primary, user.id);
		if (!factor?.confirmed_at) return "google_not_recent";
	}
	return signInOrAsk(context, user, browser, { proven_at });
}

/**
 * When the person last authenticated at the provider, as an ISO 8601 instant. If the provider
 * does not say, the time is unknown (null). On a site without mail, which has no other proof, the
 * sign-in itself counts.
 */
function readProof(context: Context, { auth_time }: VouchedIdentity): string | null {
	const now = context.now();
	if (auth_time === null) return confirmsByMail(context) ? null : now.toISOString();
	// The provider's clock may be slightly fast.
	const proven_ms = Math.min(auth_time * 1_000, now.getTime());
	return new Date(proven_ms).toISOString();
}

/** Domains whose addresses the provider itself gives. */
const PROVIDER_DOMAINS = ["gmail.com", "googlemail.com"];

/**
 * Whether the provider knows who owns the address today. Of others, such as those of a lapsed domain,
 * it knows only that the person could read its mail once.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function ownsAddress({ email, hosted_domain }: VouchedIdentity): boolean {
	const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
	return hosted_domain !== null || PROVIDER_DOMAINS.includes(domain);
}

function readName({ name }: VouchedIdentity, email: string): string {
	const shown = name?.trim() || email.split("@")[0] || email;
	return shown.slice(0, MAX_NAME_CHARS);
}

function readPicture({ picture }: VouchedIdentity): string | null {
	return picture?.startsWith("https://") && picture.length <= MAX_PICTURE_CHARS ? picture : null;
}

/** An identity whose subject and address the provider has verified. */
type Identity = {
	issuer: string;
	subject: string;
	email: string;
	full_name: string;
	avatar_url: string | null;
	/** Whether the provider says who owns the address today. */
	owns_address: boolean;
};

/**
 * Returns the member with this identity. If there is none, links the identity to the member with
 * this address, or returns null if the provider does not know who owns it. If there is none either,
 * creates a member.
 *
 * Anyone may have created an account with an unconfirmed address. The provider proves who
 * owns the address, so the account becomes the owner's, and all access of its creator is deleted:
 * the password, sessions, API keys and links.
 */
export async function adoptIdentity(
	db: Db,
	identity: Identity,
	fresh: { member_id: MemberId; now: string },
): Promise<User | null> {
	const known = await memberOf(db, identity);
	if (known) return known;
	const owner = hasAddress(identity.email);
	if (!identity.owns_address) {
		const [taken] = await db.select({ id: members.id }).from(members).where(owner);
		if (taken) return null;
	}
	const { issuer, subject } = identity;
	const email = storedText(identity.email);
	const full_name = storedText(identity.full_name);
	const { avatar_url } = identity;
	const unproven = and(owner, isNull(members.email_confirmed_at));
	await runBatch(db, {
		created: db
			.insert(members)
			.values({
				email,
				full_name,
				avatar_url,
				id: fresh.member_id,
				email_key: await addressKey(db, identity.email),
				password_hash: null,
				email_confirmed_at: fresh.now,
				created_at: fresh.now,
			})
			.onConflictDoNothing({ target: members.email_key }),
		...endAccess(db, idOf(unproven)),
		...deleteFactor(db, idOf(unproven)),
		links: endLinks(db, idOf(unproven)),
		adopted: db
			.update(members)
			.set({ email, full_name, avatar_url, password_hash: null, email_confirmed_at: fresh.now })
			.where(unproven),
		identity: db
			.insert(oauthIdentities)
			.select(
				sql`select ${issuer}, ${subject}, ${members.id}, ${email}, ${fresh.now} from ${members} where ${owner}`,
			)
			.onConflictDoNothing(),
	});
	const adopted = await memberOf(db, identity);
	if (!adopted) throw new Error("The identity was not stored");
	return adopted;
}

async function memberOf(db: Db, identity: Identity): Promise<User | null> {
	const [row] = await db
		.select(USER_COLUMNS)
		.from(oauthIdentities)
		.innerJoin(members, eq(members.id, oauthIdentities.member_id))
		.where(
			and(
				eq(oauthIdentities.issuer, identity.issuer),
				eq(oauthIdentities.subject, identity.subject),
			),
		);
	return row ? User.parse(row) : null;
}

function idOf(owner: SQL | undefined): SQL {
	return sql`(select ${members.id} from ${members} where ${owner})`;
}
