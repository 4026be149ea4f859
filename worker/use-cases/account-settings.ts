import type { MemberId } from "#contract/ids.ts";
import type { Me } from "#contract/me.ts";
import type { Accounts } from "./accounts.ts";

/** An account as its own member may know it, with what proves a password. */
export type AccountRecord = Me & { password_hash: string | null };

export type AccountChange = {
	full_name?: string | undefined;
	avatar_url?: string | null | undefined;
	hidden_from_community?: boolean | undefined;
	/** Takes effect only where the stored hash is still the `expected` one. */
	password?: { hash: string; expected: string | null } | undefined;
};

/** What a member's changes to their own account need from outside. */
export type AccountSettings = Pick<
	Accounts,
	"quota" | "hashPassword" | "verifyPassword"
> & {
	/** null once the account is deleted. */
	read(member_id: MemberId): Promise<AccountRecord | null>;
	/**
	 * A new password ends every session but `session_hash`. false where another
	 * one was set meanwhile.
	 */
	edit(
		member_id: MemberId,
		change: AccountChange,
		session_hash: string | null,
	): Promise<boolean>;
	remove(member_id: MemberId): Promise<void>;
};
