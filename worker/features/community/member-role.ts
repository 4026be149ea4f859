import type { MemberRole } from "#contract/community.ts";
import { isListedAdmin } from "#identity/require.ts";
import type { Context } from "#worker/context.ts";
import { type Imitated, looksOfficial } from "./lookalike.ts";
import { readAdminNames } from "./role-queries.ts";

/** A row of a member, with what their role follows from. */
export type StoredPerson = {
	full_name: string;
	avatar_url: string | null;
	email: string;
	email_confirmed_at: string | null;
	owns_channel: number;
};

export type ShownPerson = { full_name: string; avatar_url: string | null; role: MemberRole | null };

/** Returns a function that shows members with the role that readers must be told. */
export async function createShowPerson({
	db,
	settings,
}: Pick<Context, "db" | "settings">): Promise<(person: StoredPerson) => ShownPerson> {
	const { ADMIN_EMAILS, APP_ORIGIN } = settings;
	const imitated: Imitated = {
		admins: await readAdminNames(db.near, ADMIN_EMAILS),
		host: APP_ORIGIN === undefined ? null : new URL(APP_ORIGIN).hostname,
	};
	return (person) => {
		const { full_name, avatar_url } = person;
		return { full_name, avatar_url, role: roleOf(person, imitated, ADMIN_EMAILS) };
	};
}

function roleOf(
	{ full_name, email, email_confirmed_at, owns_channel }: StoredPerson,
	imitated: Imitated,
	admin_emails: readonly string[],
): MemberRole | null {
	if (email_confirmed_at !== null && isListedAdmin(email, admin_emails)) return "admin";
	if (owns_channel) return "verified_creator";
	return looksOfficial(full_name, imitated) ? "member" : null;
}
