import type { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";

type QuotaAnswer = { ok: boolean; retry_after_s: number };

/** What the account use-cases need from outside. */
export type Accounts = {
	quota: {
		signUps(address: string): Promise<QuotaAnswer>;
		/** Whether another try is allowed for this account from this address. */
		maySignIn(email: string, address: string): Promise<QuotaAnswer>;
		signInFailed(email: string, address: string): Promise<void>;
		signInSucceeded(email: string): Promise<void>;
	};
	hashPassword(password: string): Promise<string>;
	/** With no hash it does the same work and answers false. */
	verifyPassword(password: string, hash: string | null): Promise<boolean>;
	createMember(member: {
		full_name: string;
		email: string;
		password_hash: string;
	}): Promise<User | "taken">;
	findMemberForSignIn(
		email: string,
	): Promise<{ user: User; password_hash: string | null } | null>;
	/** Returns the token that the browser keeps; only its hash is stored. */
	openSession(member_id: MemberId, user_agent: string | null): Promise<string>;
};
