import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Me } from "#contract/me.ts";
import { excluded, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { uniqueViolation } from "#db/errors.ts";
import { creators } from "#db/tables/channels.ts";
import { members } from "#db/tables/members.ts";
import { newsletterSubscribers, notificationOutbox } from "#db/tables/notifications.ts";
import { activeRuns } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { setWeeklyMail, wantsWeeklyMail } from "#features/follows/mail-queries.ts";
import { forgetDisputer } from "#features/votes/dispute-queries.ts";
import { countVotes, totalOfLive } from "#features/votes/recount-video.ts";
import { addressKey, hasAddress } from "#identity/address-queries.ts";
import { storedText } from "#text/clean.ts";
import { readPendingEmail } from "./change-email-queries.ts";
import { endAccess, endLinks } from "./end-access.ts";
import { countRecoveryCodes, readFactor } from "./second-factor/queries.ts";
import { dropExpiredTokens, insertSignUpToken, type NewToken } from "./token-queries.ts";

export type NewMember = {
	id: MemberId;
	email: string;
	full_name: string;
	avatar_url: string | null;
	password_hash: string | null;
	email_confirmed_at: string | null;
	created_at: string;
};

type MemberForSignIn = {
	user: User;
	password_hash: string | null;
	email_confirmed_at: string | null;
};

/** Returns "taken" if a member has this address, ignoring case. */
export async function createMember(db: Db, member: NewMember): Promise<User | "taken"> {
	const row = await rowOf(db, member);
	try {
		await db.insert(members).values(row);
	} catch (error) {
		if (uniqueViolation(error) === "members.email_key") return "taken";
		throw error;
	}
	return User.parse(row);
}

/**
 * Stores a confirmation link with the name and password of this sign-up. A confirmed account
 * stays unchanged and gets no link. If an unconfirmed account is signed up again, the two
 * sign-ups may be by different people, so the account's password is removed and neither is
 * accepted. The database work is the same in each case, so that timing reveals nothing.
 */
export async function registerMember(
	db: Db,
	member: NewMember & { password_hash: string },
	token: Omit<NewToken, "email"> & { browser_hash: string },
): Promise<{ email: string; full_name: string; known: boolean }> {
	const row = { ...(await rowOf(db, member)), password_hash: member.password_hash };
	const owner = eq(members.email_key, row.email_key);
	const unconfirmed = isNull(members.email_confirmed_at);
	const { email, full_name, email_confirmed_at } = members;
	const batch = await runBatch(db, {
		created: db
			.insert(members)
			.values(row)
			.onConflictDoUpdate({
				target: members.email_key,
				set: { ...excluded("email"), password_hash: null },
				setWhere: unconfirmed,
			}),
		expired: dropExpiredTokens(db, token.created_at),
		token: insertSignUpToken(db, token, row, and(owner, unconfirmed)),
		registered: db.select({ email, full_name, email_confirmed_at }).from(members).where(owner),
	});
	const [registered] = batch.registered;
	if (!registered) throw new Error("The member was not registered");
	const known = registered.email_confirmed_at !== null;
	const { full_name: name } = known ? registered : row;
	return { email: registered.email, full_name: name, known };
}

export async function findMemberForSignIn(db: Db, email: string): Promise<MemberForSignIn | null> {
	const [row] = await db.select().from(members).where(hasAddress(email));
	if (!row) return null;
	const { password_hash, email_confirmed_at } = row;
	return { user: User.parse(row), password_hash, email_confirmed_at };
}

async function rowOf(db: Db, member: NewMember) {
	return {
		...member,
		email: storedText(member.email),
		email_key: await addressKey(db, member.email),
		full_name: storedText(member.full_name),
	};
}

/** The stored part of an account. Whether its member is an admin is determined by the settings. */
type StoredAccount = Omit<Me, "is_admin" | "needs_second_factor"> & {
	password_hash: string | null;
};

type AccountEdit = {
	full_name?: string | undefined;
	avatar_url?: string | null | undefined;
	hidden_from_community?: boolean | undefined;
	weekly_mail?: { now: string; token: string } | null | undefined;
	/** Updated only if the stored hash still equals `expected`. */
	password?: { hash: string; expected: string | null } | undefined;
};

/** null if the account does not exist. */
export async function readAccount(
	db: Db,
	member_id: MemberId,
	now: string,
): Promise<StoredAccount | null> {
	const { channel_id, channel_name } = creators;
	const [[row], channels, factor, recovery_codes_left, pending_email, weekly_mail] =
		await Promise.all([
			db.select().from(members).where(eq(members.id, member_id)),
			db
				.select({ channel_id, channel_name })
				.from(creators)
				.where(and(eq(creators.user_id, member_id), eq(creators.verified, true)))
				.orderBy(channel_name),
			readFactor(db, member_id),
			countRecoveryCodes(db, member_id),
			readPendingEmail(db, member_id, now),
			wantsWeeklyMail(db, member_id),
		]);
	if (!row) return null;
	return {
		...User.parse(row),
		email_confirmed: row.email_confirmed_at !== null,
		pending_email,
		has_password: row.password_hash !== null,
		hidden_from_community: row.hidden_from_community,
		weekly_mail,
		channels,
		second_factor: factor?.confirmed_at
			? { since: factor.confirmed_at, recovery_codes_left }
			: null,
		password_hash: row.password_hash,
	};
}

/**
 * Updates the profile. A new password also ends all existing access, in the same batch. Returns
 * false and changes nothing if the password was changed in the meantime.
 */
export async function editAccount(
	db: Db,
	member_id: MemberId,
	edit: AccountEdit,
): Promise<boolean> {
	const { full_name, avatar_url, hidden_from_community, weekly_mail, password } = edit;
	const member = eq(members.id, member_id);
	const changedOwner = sql`(select ${members.id} from ${members} where ${member} and ${members.password_hash} = ${password?.hash ?? ""})`;
	const { changed } = await runBatch(db, {
		changed: db
			.update(members)
			.set({
				id: member_id,
				...(full_name !== undefined && { full_name: storedText(full_name) }),
				...(avatar_url !== undefined && { avatar_url }),
				...(hidden_from_community !== undefined && { hidden_from_community }),
				...(password && { password_hash: password.hash }),
			})
			.where(password ? and(member, sql`${members.password_hash} is ${password.expected}`) : member)
			.returning({ id: members.id }),
		...(weekly_mail !== undefined && { weekly: setWeeklyMail(db, member_id, weekly_mail) }),
		...(password && endAccess(db, changedOwner)),
		...(password && { links: endLinks(db, changedOwner) }),
	});
	return changed.length > 0;
}

/**
 * Selects the newsletter subscription to delete with the account: the one of the account's address.
 * If only the subscription was confirmed, it stays, because the account's address may be another
 * person's.
 */
function subscriptionOf(member_id: MemberId): SQL {
	const { email_key, confirmed_at } = newsletterSubscribers;
	return sql`${email_key} = (select ${members.email_key} from ${members} where ${members.id} = ${member_id} and (${members.email_confirmed_at} is not null or ${confirmed_at} is null))`;
}

/**
 * Deletes the member and all their data in one batch. Statements that they voted on are
 * recounted. Analyses that they started are kept without their name.
 */
export async function deleteMember(db: Db, member_id: MemberId): Promise<void> {
	const voted = sql`(select ${votes.statement_id} from ${votes} where ${votes.user_id} = ${member_id})`;
	const videosVotedOn = sql`(select ${statements.video_id} from ${statements} where ${statements.id} in ${voted})`;
	const others = ne(votes.user_id, member_id);
	await db.batch([
		db
			.update(statements)
			.set({ upvotes: countVotes("upvote", others), downvotes: countVotes("downvote", others) })
			.where(sql`${statements.id} in ${voted}`),
		db
			.update(videos)
			.set({ upvotes: totalOfLive(videos.id, "up"), downvotes: totalOfLive(videos.id, "down") })
			.where(sql`${videos.id} in ${videosVotedOn}`),
		forgetDisputer(db, member_id),
		db.delete(newsletterSubscribers).where(subscriptionOf(member_id)),
		db.delete(notificationOutbox).where(eq(notificationOutbox.member_id, member_id)),
		db.update(activeRuns).set({ started_by: null }).where(eq(activeRuns.started_by, member_id)),
		// Cascades to all rows that refer to the member. Runs and videos keep their rows and lose the
		// reference.
		db.delete(members).where(eq(members.id, member_id)),
	]);
}
