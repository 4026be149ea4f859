import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { User } from "#contract/account.ts";
import { oauthIdentities } from "#db/tables/members.ts";
import type { RequestContext } from "#http/app-env.ts";
import { isSecure } from "#http/site-address.ts";
import { storedText } from "#text/clean.ts";
import { emailKey } from "#text/email-address.ts";
import type { OidcClient } from "./identity-provider.ts";
import { googleClient } from "./oidc-client.ts";
import { type Purpose, seal, unseal } from "./sealed-cookie.ts";

/**
 * An identity whose address has an account, while the provider does not answer for who owns the
 * address today. It is linked when this browser next signs in to that account in another way: by its
 * password, or by a new one from a mailed link.
 */
export type UnlinkedIdentity = { issuer: string; subject: string; email: string };

/** Resetting a password by mail takes minutes. */
const UNLINKED: Purpose = { name: "google identity to link", lives_s: 30 * 60 };

const PATH = "/api/auth";

const nameOf = (c: RequestContext) =>
	isSecure(c) ? "__Secure-google-identity" : "google-identity";

/** Keeps the identity, sealed, in a cookie of the browser that signed in at the provider. */
export async function keepIdentity(
	c: RequestContext,
	client: OidcClient,
	{ issuer, subject, email }: UnlinkedIdentity,
): Promise<void> {
	setCookie(c, nameOf(c), await seal(client, UNLINKED, { issuer, subject, email }), {
		path: PATH,
		httpOnly: true,
		secure: isSecure(c),
		sameSite: "Lax",
		maxAge: UNLINKED.lives_s,
	});
}

/** Links the identity that this browser keeps, if the member who has just signed in has its address. */
export async function linkKeptIdentity(c: RequestContext, user: User): Promise<void> {
	const context = c.get("context");
	const client = googleClient(context);
	const sealed = getCookie(c, nameOf(c));
	if (client === null || sealed === undefined) return;
	deleteCookie(c, nameOf(c), { path: PATH, secure: isSecure(c) });
	const kept = await unseal<UnlinkedIdentity>(client, UNLINKED, sealed);
	if (kept === null || emailKey(kept.email) !== emailKey(user.email)) return;
	await context.db.primary
		.insert(oauthIdentities)
		.values({
			issuer: kept.issuer,
			subject: kept.subject,
			member_id: user.id,
			email: storedText(kept.email),
			created_at: context.now().toISOString(),
		})
		.onConflictDoNothing();
}
