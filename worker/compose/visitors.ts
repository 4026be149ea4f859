import { hashToken } from "#adapters/crypto/token.ts";
import { findKey, touchKey } from "#adapters/db/store-keys.ts";
import { readSession, touchSession } from "#adapters/db/store-sessions.ts";
import type { User } from "#contract/account.ts";
import { isListedAdmin } from "#domain/is-listed-admin.ts";
import type { Base } from "./base.ts";

/** Somebody whom a session or a key has shown to be a member. */
export type KnownVisitor = {
	user: User;
	is_admin: boolean;
	session_hash: string | null;
	/** Notes the use, where that is due. */
	touch: (() => Promise<void>) | null;
};

/** Finds out who asks; one query each. */
export function composeVisitors({ db, now, settings }: Base) {
	const isAdmin = (user: User, email_confirmed: boolean) =>
		email_confirmed && isListedAdmin(user.email, settings.ADMIN_EMAILS);
	return {
		async bySession(token: string): Promise<KnownVisitor | null> {
			const session_hash = hashToken(token);
			const session = await readSession(db, session_hash, now());
			if (!session) return null;
			const { user, email_confirmed, touch_due } = session;
			const touch = () => touchSession(db, session_hash, now());
			return {
				user,
				is_admin: isAdmin(user, email_confirmed),
				session_hash,
				touch: touch_due ? touch : null,
			};
		},
		async byKey(key: string): Promise<KnownVisitor | null> {
			const found = await findKey(db, hashToken(key), now());
			if (!found) return null;
			const { user, email_confirmed, touch_due, id } = found;
			const touch = () => touchKey(db, id, now());
			return {
				user,
				is_admin: isAdmin(user, email_confirmed),
				session_hash: null,
				touch: touch_due ? touch : null,
			};
		},
	};
}
