import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { members, oauthIdentities, USER_COLUMNS } from "#db/tables/members.ts";
import { emailKey, storedText } from "#text/stored-text.ts";
import { endAccess, endLinks } from "../end-access.ts";
import { deleteFactor } from "../second-factor/queries.ts";

/** An identity whose subject and address the provider has verified. */
export type Identity = {
	issuer: string;
	subject: string;
	email: string;
	full_name: string;
	avatar_url: string | null;
};

/**
 * Returns the member with this identity. If there is none, links the identity to the member with
 * this address. If there is none either, creates a member.
 *
 * Anyone may have created an account with an unconfirmed address. The provider proves who
 * owns the address, so the account becomes the owner's, and all access of its creator is deleted:
 * the password, sessions, API keys and links.
 */
export async function adoptIdentity(
	db: Db,
	identity: Identity,
	fresh: { member_id: MemberId; now: string },
): Promise<User> {
	const known = await memberOf(db, identity);
	if (known) return known;
	const { issuer, subject } = identity;
	const email = storedText(identity.email);
	const full_name = storedText(identity.full_name);
	const { avatar_url } = identity;
	const owner = eq(members.email_key, emailKey(identity.email));
	const unproven = and(owner, isNull(members.email_confirmed_at));
	await runBatch(db, {
		created: db
			.insert(members)
			.values({
				email,
				full_name,
				avatar_url,
				id: fresh.member_id,
				email_key: emailKey(identity.email),
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
			.set({
				email,
				full_name,
				avatar_url,
				password_hash: null,
				email_confirmed_at: fresh.now,
			})
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
