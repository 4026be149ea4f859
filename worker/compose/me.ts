import type { AccountExport } from "#contract/account-export.ts";
import type { MemberId } from "#contract/ids.ts";
import {
	deleteMember,
	editAccount,
	readAccount,
} from "#features/accounts/account-queries.ts";
import { exportMember } from "#features/accounts/export-queries.ts";
import { hashPassword, verifyPassword } from "#features/accounts/passwords.ts";
import { isListedAdmin } from "#identity/require.ts";
import {
	deleteOwnSession,
	deleteSessions,
	listSessions,
} from "#identity/sessions.ts";
import { emailKey } from "#text/stored-text.ts";
import type {
	AccountRecord,
	AccountSettings,
} from "#use-cases/account-settings.ts";
import { accountQuotas } from "./account-quotas.ts";
import type { Base } from "./base.ts";

export function composeMe(base: Base) {
	const { db, now, settings } = base;
	const read = async (member_id: MemberId): Promise<AccountRecord | null> => {
		const account = await readAccount(db, member_id);
		if (!account) return null;
		const listed = isListedAdmin(account.email, settings.ADMIN_EMAILS);
		return { ...account, is_admin: account.email_confirmed && listed };
	};
	return {
		quota: accountQuotas(base),
		hashPassword,
		verifyPassword,
		read,
		edit: (member_id, change, session_hash) =>
			editAccount(db, member_id, change, session_hash),
		remove: (member_id) => deleteMember(db, member_id),
		sessions: (member_id: MemberId, cursor: string | null, limit: number) =>
			listSessions(db, member_id, { now: now(), cursor, limit }),
		endSession: (member_id: MemberId, id: string) =>
			deleteOwnSession(db, member_id, id),
		endSessions: (member_id: MemberId, kept: string | null) =>
			deleteSessions(db, member_id, kept),
		async export({
			password_hash: _,
			channels: __,
			...account
		}: AccountRecord): Promise<AccountExport> {
			const key = account.email_confirmed ? emailKey(account.email) : null;
			const stored = await exportMember(db, account.id, key);
			return { exported_at: now(), account, ...stored };
		},
	} satisfies AccountSettings & Record<string, unknown>;
}
