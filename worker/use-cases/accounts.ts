import type { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Mailer } from "#outbound/mail/mailer.ts";

export type QuotaAnswer = { ok: boolean; retry_after_s: number };

/** A member, and the token that their browser keeps from now on. */
export type SignedIn = { user: User; token: string };

/** Where a session is opened, and the session that is there already. */
export type Browser = {
	user_agent: string | null;
	session_hash: string | null;
};

/** What shows that a browser is one that signed up. */
export type SignUpBrowser = {
	session_hash: string | null;
	/** What it has kept since its own sign-up, if it still does. */
	sign_up_token: string | null;
};

/** The name and the password of a sign-up. */
export type ChosenAtSignUp = {
	full_name: string;
	password_hash: string | null;
};

/** A link's secret, and who gets it. */
export type IssuedLink = { token: string; email: string; full_name: string };

/** What the account use-cases need from outside. */
export type Accounts = {
	quota: {
		signUps(address: string): Promise<QuotaAnswer>;
		/**
		 * Counts a try for this account from this address as a failure before it
		 * is made: guesses that come at once are not more than the limit.
		 */
		trySignIn(email: string, address: string): Promise<QuotaAnswer>;
		signInSucceeded(email: string, address: string): Promise<void>;
		/** Counts a mail that somebody wants sent to an address, whoever has it. */
		mails(email: string, address: string): Promise<QuotaAnswer>;
	};
	/** Whether new members confirm their address by mail before they sign in. */
	confirms_by_mail: boolean;
	/** null where nothing can be sent to the address. */
	mailerFor(email: string): Mailer | null;
	hashPassword(password: string): Promise<string>;
	/** With no hash it does the same work and answers false. */
	verifyPassword(password: string, hash: string | null): Promise<boolean>;
	createMember(member: {
		full_name: string;
		email: string;
		password_hash: string;
	}): Promise<User | "taken">;
	/**
	 * With a link to confirm by, which a `known` address does not get, and with
	 * what the browser keeps as its proof.
	 */
	registerMember(member: {
		full_name: string;
		email: string;
		password_hash: string;
	}): Promise<IssuedLink & { known: boolean; sign_up_token: string }>;
	findMemberForSignIn(email: string): Promise<{
		user: User;
		password_hash: string | null;
		email_confirmed_at: string | null;
	} | null>;
	/** null where no account with the address waits for its confirmation. */
	issueConfirmation(email: string): Promise<IssuedLink | null>;
	/** null where no account has the address. */
	issueReset(email: string): Promise<IssuedLink | null>;
	/**
	 * What the browser chose itself, and what whoever knows its password chose.
	 * null for a link that cannot be used (any more).
	 */
	findPendingSignUp(
		token: string,
		browser: SignUpBrowser,
	): Promise<{
		email: string;
		own: ChosenAtSignUp | null;
		offered: ChosenAtSignUp | null;
	} | null>;
	/** null for a link that cannot be used (any more). */
	confirmAddress(
		token: string,
		session_hash: string | null,
		chosen: ChosenAtSignUp,
	): Promise<User | null>;
	/** Whose password the link may set; null for one that cannot be used. */
	resetOwner(token: string): Promise<User | null>;
	resetPassword(
		token: string,
		browser: SignUpBrowser,
		set: { password_hash: string; full_name: string | null },
	): Promise<User | null>;
	/**
	 * In the place of the session that the browser had. Returns the token that
	 * the browser keeps; only its hash is stored.
	 */
	openSession(member_id: MemberId, browser: Browser): Promise<string>;
	/** null where the password was replaced while this one was being proven. */
	openProvenSession(
		member_id: MemberId,
		browser: Browser,
		password_hash: string,
	): Promise<string | null>;
};
